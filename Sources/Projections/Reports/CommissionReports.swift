import EventStore
import Foundation
import Ledger
import Postgres

/// A maker of reports of charges.
struct CommissionReports: Sendable {
  private let pool: Pool
  private let log: EventLog
  private let cuts: ReportCuts

  init(pool: Pool, log: EventLog, cuts: ReportCuts) {
    self.pool = pool
    self.log = log
    self.cuts = cuts
  }

  /// Returns the charges of a period by rate and reason, as known at the cut.
  func report(_ request: ReportRequest) async throws -> Report {
    let cut = try await cuts.cut(of: request)
    try await cuts.wait(for: cut.position)
    let to = request.to ?? cut.moment
    let from = request.from ?? .distantPast
    let (shared, sums) = try await pool.withTransaction(.snapshot) { connection in
      let shared = try SharedChains.read(log.lanes, in: request.environment, on: connection)
      let places = Array(shared.places)
      let rows = try connection.query(
        .commissionSum, log.lanes, request.environment.rawValue,
        request.app.rawValue, from, to,
        cut.moment,
        places.map(\.lane), places.map(\.stream), request.dimensions.contains(.product),
        request.dimensions.contains(.group), request.dimensions.contains(.storefront))
      return (shared, try CommissionSums(rows))
    }
    var all = sums
    let lookup = CommissionLookup(pool: pool, log: log)
    for set in shared.sets {
      let book = try await lookup.book(of: set, upTo: cut.position)
      for line in book.answer(knownAt: cut.moment) where book.app(of: line.chain) == request.app {
        guard let charge = line.charge, from <= charge.chargedAt, charge.chargedAt < to
        else { continue }
        all.add(line, charge, by: request.dimensions)
      }
    }
    return Report(
      request, to: to, knownAt: cut.moment, position: log.token(cut.position),
      columns: CommissionSums.columns, rows: all.rows)
  }
}
