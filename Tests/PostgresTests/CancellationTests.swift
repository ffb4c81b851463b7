import Postgres
import TestSupport
import Testing

struct CancellationTests {
  private func number(_ statement: Statement, _ pool: Pool) async throws -> Int64 {
    try await pool.withConnection { try await $0.query(statement)[0].decode() }
  }

  /// Returns once the server runs a `pg_sleep` in this database.
  private func sleeping(_ pool: Pool) async throws {
    let running = Statement(
      unsafeSQL: """
        select count(*) from pg_stat_activity
        where datname = current_database() and state = 'active' and query like '%pg_sleep(60)%'
          and pid <> pg_backend_pid()
        """)
    while try await number(running, pool) == 0 {}
  }

  @Test(.timeLimit(.minutes(20)))
  func `canceling a task ends its statement on the server at once`() async throws {
    try await scratch.withScratchDatabase { pool in
      let task = Task { try await pool.withConnection { try await $0.query(.sleep) } }
      try await sleeping(pool)
      task.cancel()
      await #expect(throws: PostgresError.canceled) { try await task.value }
      #expect(try await number(.count, pool) == 0)
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `a cancellation never reaches the statements of others`() async throws {
    try await scratch.withScratchDatabase { pool in
      for _ in 1...30 {
        let task = Task {
          try await pool.withConnection { try await $0.query(.count)[0].decode(Int64.self) }
        }
        await Task.yield()
        task.cancel()
        _ = await task.result
        let count = try await number(.count, pool)
        #expect(count == 0)
      }
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `a canceled transaction leaves nothing behind`() async throws {
    try await scratch.withScratchDatabase { pool in
      let task = Task {
        try await pool.withTransaction { connection in
          try connection.query(.insert, Int64(1), "a")
          try connection.query(.sleep)
        }
      }
      try await sleeping(pool)
      task.cancel()
      await #expect(throws: PostgresError.canceled) { try await task.value }
      #expect(try await number(.count, pool) == 0)
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `a statement that takes too long is given up, and the connection goes on`() async throws {
    try await scratch.withScratchDatabase { pool in
      try await pool.withConnection { connection in
        try await connection.script("set statement_timeout = 100")
        let error = await #expect(throws: PostgresError.self) {
          try await connection.query(.sleep)
        }
        #expect(error?.sqlState == .queryCanceled)
        try await connection.script("reset statement_timeout")
        #expect(try await connection.query(.count)[0].decode() == Int64(0))
      }
    }
  }
}
