import EventStore
import Ledger
import Postgres
import Reports

/// A maker of reports of tenure.
struct TenureReports: Sendable {
  private let log: EventLog
  private let cuts: ReportCuts
  private let customers: CustomerReading
  private let accounts: ChainAccounts

  init(pool: Pool, log: EventLog, cuts: ReportCuts) {
    self.log = log
    self.cuts = cuts
    customers = CustomerReading(pool: pool, log: log, cuts: cuts)
    accounts = ChainAccounts(pool: pool, log: log)
  }

  /// Returns the tenure of customers at a moment, as known at the cut.
  func report(_ request: ReportRequest) async throws -> Report {
    let cut = try await cuts.cut(of: request)
    try await cuts.wait(for: cut.position)
    let moment = min(request.to ?? cut.moment, cut.moment)
    let state = SharedState(try await log.reading.shared(upTo: cut.position.lanes[0] ?? 0))
    let count = try await customers.reduce(
      TenureCount(request, at: moment, state), request, at: cut.position
    ) { $0.count($1) }
    let accounts = try await accounts.accounts(
      of: count.list?.chains ?? [], knownAt: request.knownAt)
    return Report(
      request, to: moment, knownAt: cut.moment, position: log.token(cut.position),
      rows: count.rows(accounts))
  }
}
