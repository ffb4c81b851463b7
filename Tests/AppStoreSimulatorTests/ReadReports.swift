import AppStoreSimulator
import AppleReports
import Testing

/// The files of a world, read by the reader of Apple's reports.
struct ReadReports {
  let files: AppleReportFiles

  init(
    of world: World, by settings: AppleReportSettings = AppleReportSettings(),
    altering discrepancies: [ReportDiscrepancy] = []
  ) {
    files = AppleReportFiles(of: world, by: settings, altering: discrepancies)
  }

  static func day(_ text: String) throws -> PacificDay { try #require(PacificDay(text)) }
  static func month(_ text: String) throws -> SettlementMonth {
    try #require(SettlementMonth(text))
  }

  private func daily(_ report: DailyReport, _ day: String) throws -> AppleReport.Rows? {
    try files.daily(report, on: Self.day(day)).map { try AppleReport(reading: $0.bytes).rows }
  }

  /// Returns no rows where there is no file.
  func sales(_ day: String) throws -> [SalesRow] {
    guard case .sales(let rows)? = try daily(.sales, day) else { return [] }
    return rows
  }

  func subscribers(_ day: String) throws -> [SubscriberRow] {
    guard case .subscriber(let rows)? = try daily(.subscriber, day) else { return [] }
    return rows
  }

  func subscriptions(_ day: String) throws -> [SubscriptionRow] {
    guard case .subscription(let rows)? = try daily(.subscription, day) else { return [] }
    return rows
  }

  func events(_ day: String) throws -> [SubscriptionEventRow] {
    guard case .subscriptionEvent(let rows)? = try daily(.subscriptionEvent, day) else { return [] }
    return rows
  }

  func financial(_ month: String) throws -> (rows: [FinancialRow], totals: FinancialTotals)? {
    let file = try files.settled(.financial, of: Self.month(month))
    guard let file,
      case .financial(let rows, let totals) = try AppleReport(reading: file.bytes).rows
    else { return nil }
    return (rows, totals)
  }

  func details(_ month: String) throws -> (rows: [FinanceDetailRow], totals: FinancialTotals)? {
    let file = try files.settled(.financeDetail, of: Self.month(month))
    guard let file,
      case .financeDetail(let rows, let totals) = try AppleReport(reading: file.bytes).rows
    else { return nil }
    return (rows, totals)
  }
}

extension SalesRow {
  /// The figures of the row in one line: units, price, proceeds, new or renewal, reason.
  var figures: String {
    let kind = subscription.map { "\($0)" } ?? "-"
    let reason = proceedsReason.isEmpty ? "" : " \(proceedsReason)"
    return "\(units) x \(customerPrice) \(customerCurrency), \(developerProceeds) \(kind)\(reason)"
  }
}
