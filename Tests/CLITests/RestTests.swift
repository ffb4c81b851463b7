import Foundation
import Postgres
import TestSupport
import Testing

/// The server while nothing happens.
struct RestTests {
  private static let seconds = 15
  /// The time after which a session's statistics have been reported, idle or not.
  private static let reportSeconds = 15
  private static let windows = 4
  /// Two questions a second, and PostgreSQL's own.
  private static let limit = 3.5

  private static func commits(_ ledger: TestLedger) async throws -> Int64 {
    try await ledger.owner.withConnection { connection in
      try await connection.query(
        Statement(
          unsafeSQL: """
            select xact_commit from pg_stat_database where datname = current_database()
            """)
      )[0].decode()
    }
  }

  /// A statement is a transaction of its own here. A server that asks more often does so in every
  /// window, its start and a visit of autovacuum only in one or two.
  @Test func `a server at rest asks the database two questions a second at most`() async throws {
    try await TestLedger.with { ledger in
      let server = try await ServerProcess(of: ledger, errors: .nullDevice)
      defer { server.end() }
      #expect(try await server.answers())
      try await Task.sleep(for: .seconds(Self.reportSeconds))
      var rates: [Double] = []
      while rates.count < Self.windows, !rates.contains(where: { $0 <= Self.limit }) {
        let (before, start) = (try await Self.commits(ledger), ContinuousClock.now)
        try await Task.sleep(for: .seconds(Self.seconds))
        let count = try await Self.commits(ledger) - before
        rates.append(Double(count) / ((.now - start) / .seconds(1)))
      }
      let least = rates.min() ?? 0
      #expect(least <= Self.limit, "\(rates) a second")
      #expect(least >= 0.3, "no question at all: the server is not alive")
    }
  }
}
