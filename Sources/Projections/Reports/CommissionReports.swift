import EventStore
import Foundation
import Ledger
import Postgres

/// A maker of reports of charges.
struct CommissionReports: Sendable {
  private let pool: Pool
  private let log: EventLog
  private let cuts: ReportCuts
  private let books: SharedBooks

  init(pool: Pool, log: EventLog, cuts: ReportCuts, books: SharedBooks) {
    self.pool = pool
    self.log = log
    self.cuts = cuts
    self.books = books
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
    try await books.each(of: shared.sets, upTo: cut.position) { book in
      for line in book.lines.known(at: cut.moment) where book.app(of: line.chain) == request.app {
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
