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
  private static let limit = 2 * Int64(seconds) + 20

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

  /// A statement is a transaction of its own here. PostgreSQL's own work in the database is in the
  /// margin; a server that asks more often does so in every window, its start and a visit of autovacuum
  /// only in one or two.
  @Test func `a server at rest asks the database two questions a second at most`() async throws {
    try await TestLedger.with { ledger in
      let server = try await ServerProcess(of: ledger, errors: .nullDevice)
      defer { server.end() }
      #expect(try await server.answers())
      try await Task.sleep(for: .seconds(Self.reportSeconds))
      var counts: [Int64] = []
      while counts.count < Self.windows, !counts.contains(where: { $0 <= Self.limit }) {
        let before = try await Self.commits(ledger)
        try await Task.sleep(for: .seconds(Self.seconds))
        counts.append(try await Self.commits(ledger) - before)
      }
      let least = counts.min() ?? 0
      #expect(least <= Self.limit, "\(counts) in \(Self.seconds) s each")
      #expect(least >= 5, "no question at all: the server is not alive")
    }
  }
}
