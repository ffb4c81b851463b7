import Foundation
import Postgres
import TestSupport
import Testing

/// The server while nothing happens.
struct RestTests {
  private static let seconds = 15
  /// The time after which a session's statistics have been reported, idle or not.
  private static let reportSeconds = 15

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
  /// margin.
  @Test func `a server at rest asks the database two questions a second at most`() async throws {
    try await TestLedger.with { ledger in
      let server = try await ServerProcess(of: ledger, errors: .nullDevice)
      defer { server.end() }
      #expect(try await server.answers())
      try await Task.sleep(for: .seconds(Self.reportSeconds))
      let before = try await Self.commits(ledger)
      try await Task.sleep(for: .seconds(Self.seconds))
      let count = try await Self.commits(ledger) - before
      #expect(count <= 2 * Int64(Self.seconds) + 20, "\(count) in \(Self.seconds) s")
      #expect(count >= 5, "no question at all: the server is not alive")
    }
  }
}
