/// The report files that App Store Connect offers about a world's sales.
///
/// Apple counts by days in Los Angeles and settles by fiscal months. A file exists once its day or month
/// is over on the world's clock, and if it has rows. The sandbox has no reports.
package struct AppleReportFiles: Sendable {
  private let app: ReportedApp
  private let now: Int64
  private let settings: AppleReportSettings
  private let customers: [ReportedCustomer]
  private let events: [PacificDay: [SubscriptionEvent]]
  private let subscriptions: AlteredSubscriptions
  /// The counted units by day, discrepancies included.
  private let units: [PacificDay: [ReportedUnits]]
  /// The alterations of the files, in the order of the discrepancies that asked for them, those of sales
  /// first. A discrepancy that no row allows has none.
  package let alterations: [ReportAlteration]

  /// - Parameter discrepancies: the differences between the files and what happened, for tests of a
  ///   reconciliation.
  package init(
    of world: World, by settings: AppleReportSettings = AppleReportSettings(),
    altering discrepancies: [ReportDiscrepancy] = []
  ) {
    app = ReportedApp(world.app)
    now = world.now
    self.settings = settings
    customers = world.app.environment == .production ? Self.customers(of: world) : []
    let dates = Dictionary(
      uniqueKeysWithValues: world.transactions.map { ($0.id, $0.content.purchaseDate) })
    let all = customers.flatMap {
      ReportedUnits.all(of: $0, at: world.now, purchaseDates: dates, by: settings)
    }
    let today = PacificDay(of: world.now)
    var altered = AlteredUnits(all.filter { $0.day < today }, before: today, by: settings)
    let expiries = SubscriptionExpiries(world.notifications)
    var subscriptions = AlteredSubscriptions(
      customers.flatMap { SubscriptionEvents(of: $0, expiries).events }, all, before: today)
    for discrepancy in discrepancies {
      altered.apply(discrepancy)
      subscriptions.apply(discrepancy)
    }
    alterations = altered.alterations + subscriptions.alterations
    units = Dictionary(grouping: altered.units, by: \.day)
    events = Dictionary(grouping: subscriptions.events, by: \.day)
    self.subscriptions = subscriptions
  }

  /// Returns the file of a day; nil if the day is not over or the file would have no rows.
  package func daily(_ report: DailyReport, on day: PacificDay) -> AppleReportFile? {
    guard day.end <= now else { return nil }
    let lines =
      switch report {
      case .sales: SalesSheet(of: app, on: day, by: settings).lines(units[day] ?? [])
      case .subscription:
        SubscriptionSheet(of: app, by: settings).lines(customers, at: day.end - 1) {
          subscriptions.isHidden($0, of: $1.subscriberID, on: day)
        }
      case .subscriptionEvent: SubscriptionEventSheet(of: app).lines(events[day] ?? [])
      case .subscriber: SubscriberSheet(of: app, by: settings).lines(units[day] ?? [])
      }
    // The header is a line too.
    guard lines.count > 1 else { return nil }
    return AppleReportFile(name: report.fileName(of: settings.vendor, on: day), lines: lines)
  }

  /// Returns the file of a fiscal month; nil if the month is not over or nothing was settled in it. Free
  /// units are not settled.
  package func settled(_ report: SettledReport, of month: SettlementMonth) -> AppleReportFile? {
    guard month.days.upperBound.end <= now else { return nil }
    let units = settledUnits(in: month.days)
    guard !units.isEmpty else { return nil }
    let lines =
      switch report {
      case .financial: FinancialSheet(of: app, in: month.days, by: settings).lines(units)
      case .financeDetail: FinanceDetailSheet(of: app, in: month.days, by: settings).lines(units)
      }
    return AppleReportFile(name: report.fileName(of: settings.vendor, in: month), lines: lines)
  }

  /// Returns all files about a range of days: those of each day, and those of each fiscal month that has
  /// a day in the range.
  package func files(about days: Range<PacificDay>) -> [AppleReportFile] {
    var files: [AppleReportFile] = []
    var months: [SettlementMonth] = []
    var day = days.lowerBound
    while day < days.upperBound, day.end <= now {
      files += DailyReport.allCases.compactMap { daily($0, on: day) }
      let month = SettlementMonth(of: day)
      if months.last != month { months.append(month) }
      day = day.next
    }
    return files
      + months.flatMap { month in
        SettledReport.allCases.compactMap { settled($0, of: month) }
      }
  }

  private func settledUnits(in days: ClosedRange<PacificDay>) -> [ReportedUnits] {
    var settled: [ReportedUnits] = []
    var day = days.lowerBound.advanced(by: -settings.settlementDays)
    let last = days.upperBound.advanced(by: -settings.settlementDays)
    while day <= last {
      settled += (units[day] ?? []).filter { $0.parts.price > 0 }
      day = day.next
    }
    return settled
  }

  private static func customers(of world: World) -> [ReportedCustomer] {
    let happenings = Dictionary(grouping: world.chronicle, by: \.customer)
    return world.customers.map {
      ReportedCustomer($0, happenings[$0.name] ?? [], now: world.now)
    }
  }
}

/// The app as reports name it.
struct ReportedApp: Sendable {
  let sku: String
  let appleID: String

  init(_ app: SimulatedApp) {
    sku = app.bundleID
    appleID = String(app.appAppleID)
  }
}
