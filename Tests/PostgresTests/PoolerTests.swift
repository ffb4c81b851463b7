import Foundation
import Logging
import Postgres
import Testing

/// PgBouncer before the tests' server. Debian's package is `pgbouncer`; without it these tests are
/// skipped.
@Suite(.enabled(if: PgBouncer.isInstalled, "PgBouncer is not installed"))
struct PoolerTests {
  private static let role = Statement(unsafeSQL: "select current_user::text")

  @Test(arguments: ["transaction", "statement"], [1, 20])
  func `a pooler that shares server processes is refused with a sentence`(
    mode: String, processes: Int
  ) async throws {
    try await PgBouncer.with(mode: mode, processes: processes) { url in
      let options = ConnectionOptions(url: url)
      for _ in 1...3 {
        let error = await #expect(throws: PostgresError.sharedSession) {
          try await Connection.open(options)
        }
        #expect(
          error?.description.hasPrefix("the connection pooler before the database gives") == true)
      }
    }
  }

  @Test func `a pooler that other clients keep busy is refused, too`() async throws {
    try await PgBouncer.with(mode: "transaction", processes: 20) { url in
      let options = ConnectionOptions(url: url)
      let clients = try (1...4).map { _ in try PgBouncer.busyClient(url) }
      defer { for client in clients { client.terminate() } }
      for _ in 1...10 {
        await #expect(throws: PostgresError.sharedSession) { try await Connection.open(options) }
      }
    }
  }

  @Test func `a pooler that keeps a server process for a session is used`() async throws {
    try await PgBouncer.with(mode: "session", processes: 4) { url in
      var limited = ConnectionOptions(url: url)
      limited.role = .named("pg_monitor")
      let pool = Pool(options: limited, size: 3, logger: Logger(label: "test"))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...30 {
          group.addTask {
            let role: String = try await pool.withTransaction { connection in
              try connection.query(Self.role)[0].decode()
            }
            #expect(role == "pg_monitor", "\(number)")
          }
        }
        try await group.waitForAll()
      }
      await pool.close()
    }
  }

  @Test func `a pooler that resets no session is refused`() async throws {
    try await PgBouncer.with(mode: "session", processes: 1, reset: "") { url in
      let options = ConnectionOptions(url: url)
      let first = try await Connection.open(options)
      await first.close()
      await #expect(throws: PostgresError.sharedSession) { try await Connection.open(options) }
    }
  }
}
