package import EventStore
package import Ledger
package import Postgres
package import Reports

/// A service that makes reports from the projections, in bounded memory.
package struct ReportService: Sendable {
  /// The reports that one reading of the customers makes.
  package static let ofSubscribers: [ReportName] = [
    .subscribers, .monthlyRecurringRevenue, .retention,
  ]

  private let periods: PeriodStore
  private let frame: JournalFrame
  private let booked: BookedSums
  private let commission: CommissionReports
  private let tenure: TenureReports
  private let journal: JournalReports
  private let deferred: DeferredRevenueReports
  private let days: JournalDays
  private let refunds: RefundReports
  private let coins: CoinReports
  private let subscribers: SubscriberReports
  private let reconciliation: ReconciliationReports

  /// - Parameters:
  ///   - appleIDs: Apple's numbers of the configured apps, as far as they are known.
  ///   - patience: the longest wait for a projection that lags.
  package init(
    pool: Pool, log: EventLog, appleIDs: [BundleID: Int64] = [:], patience: Duration = .seconds(30)
  ) {
    let cuts = ReportCuts(pool: pool, log: log, patience: patience)
    let books = SharedBooks(pool: pool, log: log)
    periods = PeriodStore(pool)
    frame = JournalFrame(pool: pool, log: log, cuts: cuts)
    booked = BookedSums(pool: pool, log: log, books: books)
    commission = CommissionReports(pool: pool, log: log, cuts: cuts, books: books)
    tenure = TenureReports(pool: pool, log: log, cuts: cuts)
    journal = JournalReports(pool: pool, log: log, cuts: cuts, books: books)
    deferred = DeferredRevenueReports(pool: pool, log: log, cuts: cuts, books: books)
    refunds = RefundReports(pool: pool, log: log, cuts: cuts)
    coins = CoinReports(pool: pool, log: log, cuts: cuts)
    subscribers = SubscriberReports(pool: pool, log: log, cuts: cuts)
    reconciliation = ReconciliationReports(
      pool: pool, log: log, cuts: cuts, books: books, appleIDs: appleIDs)
    days = JournalDays(
      pool: pool, log: log, cuts: cuts, books: books, deferred: deferred)
  }

  /// Makes a report. Throws `positionNotReached` if a projection lags for longer than the patience,
  /// `momentAhead` for a `knownAt` that has not passed, and `TooManyIntervals`.
  package func report(_ request: ReportRequest) async throws -> Report {
    try await report(request) { $0 }
  }

  /// Makes a report, and what follows from it, on threads that no other request uses.
  package func report<Result: Sendable>(
    _ request: ReportRequest, _ finish: @Sendable (Report) throws -> Result
  ) async throws -> Result {
    try await ReportThreads.shared.run {
      let report = try await make(request)
      return try finish(report.with(state: try await state(of: report, request)))
    }
  }

  /// Returns the state of the books of a report's time, as known at its cut.
  private func state(of report: Report, _ request: ReportRequest) async throws -> Report.State {
    let cut = report.knownAt ?? report.to
    let end = request.to ?? cut
    if end > cut { return .unfinished }
    let closes = try await periods.closes(of: request.app, in: request.environment)
    return closes.contains { $0.closedAt <= cut && end <= $0.period.to } ? .closed : .open
  }

  private func make(_ request: ReportRequest) async throws -> Report {
    switch request.name {
    case .commission: try await commission.report(request)
    case .sales: try await journal.sales(request)
    case .proceeds: try await journal.proceeds(request)
    case .refunds: try await refunds.report(request)
    case .journal: try await days.report(request)
    case .deferredRevenue: try await deferred.report(request)
    case .coins: try await coins.report(request)
    case .subscribers, .monthlyRecurringRevenue, .retention:
      try await subscribers.report(request)
    case .reconciliation: try await reconciliation.report(request)
    case .tenure: try await tenure.report(request)
    }
  }

  /// Makes ``ofSubscribers``, as `report` does, by one reading of the customers.
  ///
  /// - Parameter request: a request for any of them.
  package func subscriberReports(
    _ request: ReportRequest
  ) async throws -> [(name: ReportName, report: Report)] {
    try await subscribers.reports(Self.ofSubscribers, request)
  }

  /// Returns the sums by which a period is closed at a cut.
  package func totals(
    of period: ReportingPeriod, _ app: BundleID, in environment: StoreEnvironment,
    knownAt moment: Instant
  ) async throws -> PeriodTotals {
    var request = ReportRequest(.journal, of: app, in: environment)
    (request.from, request.to, request.knownAt) = (period.from, period.to, moment)
    let question = try await frame.question(request)
    return PeriodTotals(
      try await booked.sums(
        of: question,
        by: JournalSums.Divisions(
          dimensions: request.dimensions, hasRates: true, hasDeferral: true)),
      try await deferred.sumsWithCommitments(of: question, by: request.dimensions))
  }

  /// Returns the kept bytes of a report of a closed period; nil if the period is open, or no such report
  /// was kept.
  package func kept(
    _ name: ReportName, _ format: String, of period: ReportingPeriod, _ app: BundleID,
    in environment: StoreEnvironment
  ) async throws -> [UInt8]? {
    try await periods.report(name.rawValue, format, of: period, app, in: environment)
  }
}
