import EventStore
import Ledger
import Postgres

/// A maker of reports of tenure.
struct TenureReports: Sendable {
  private let pool: Pool
  private let log: EventLog
  private let cuts: ReportCuts
  private let customers: CustomerReading

  init(pool: Pool, log: EventLog, cuts: ReportCuts) {
    self.pool = pool
    self.log = log
    self.cuts = cuts
    customers = CustomerReading(pool: pool, log: log, cuts: cuts)
  }

  /// Returns the tenure of customers at a moment, as known at the cut.
  func report(_ request: ReportRequest) async throws -> Report {
    let cut = try await cuts.cut(of: request)
    try await cuts.wait(for: cut.position)
    let moment = request.to ?? cut.moment
    let state = SharedState(try await log.shared(upTo: cut.position.lanes[0] ?? 0))
    let count = try await customers.reduce(
      TenureCount(request, at: moment, state), request, at: cut.position
    ) { $0.count($1) }
    return Report(
      request, to: moment, knownAt: cut.moment, position: log.token(cut.position),
      columns: count.columns, rows: count.rows(try await accounts(of: count.list?.chains ?? [])))
  }

  /// Returns the names of the accounts to which chains belong now. A chain without an owner, or with
  /// a forgotten one, is left out.
  private func accounts(of chains: [ChainID]) async throws -> [ChainID: AccountID] {
    let reader = Reader(pool: pool, log: log)
    var accounts: [ChainID: AccountID] = [:]
    for chain in chains {
      guard let state = try await reader.chains.purchase(chain)?.value else { continue }
      accounts[chain] = try await reader.names.account(of: state)
    }
    return accounts
  }
}
