import Logging
import Postgres
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct PoolQueueTests {
  private actor Served {
    var numbers: [Int] = []
    func note(_ number: Int) { numbers.append(number) }
  }

  /// Lends a pool of one connection to a new database.
  private func withSmallPool(
    timeout: Duration = .seconds(60), _ body: @Sendable (Pool) async throws -> Void
  ) async throws {
    try await scratch.withScratchDatabase { outer in
      let name = try await outer.withConnection {
        try await $0.query(Statement(unsafeSQL: "select current_database()::text"))[0]
          .decode(String.self)
      }
      let pool = Pool(
        options: try await TestServer.options().database(name), size: 1, acquireTimeout: timeout,
        logger: Logger(label: "test"))
      try await body(pool)
      await pool.close()
    }
  }

  private func queue(of count: Int, at pool: Pool) async {
    while pool.waitingCount < count { await Task.yield() }
  }

  @Test func `who came first is served first`() async throws {
    try await withSmallPool { pool in
      let served = Served()
      let waiting = try await pool.withConnection { _ in
        var waiting: [Task<Void, any Error>] = []
        for number in 1...5 {
          waiting.append(
            Task { try await pool.withConnection { _ in await served.note(number) } })
          await queue(of: number, at: pool)
        }
        return waiting
      }
      for task in waiting { try await task.value }
      #expect(await served.numbers == [1, 2, 3, 4, 5])
    }
  }

  @Test func `no borrower is forgotten when many share one connection`() async throws {
    try await withSmallPool(timeout: .seconds(60)) { pool in
      try await withThrowingTaskGroup { group in
        for _ in 1...16 {
          group.addTask {
            for _ in 1...60 { try await pool.withConnection { _ in } }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `who is canceled while waiting leaves the queue`() async throws {
    try await withSmallPool { pool in
      try await pool.withConnection { _ in
        let waiting = Task { try await pool.withConnection { _ in } }
        await queue(of: 1, at: pool)
        waiting.cancel()
        await #expect(throws: (any Error).self) { try await waiting.value }
      }
      _ = try await pool.withConnection { try await $0.query(.count) }
    }
  }

  @Test func `a connection that died while idle is replaced unnoticed`() async throws {
    try await withSmallPool { pool in
      let process = try await pool.withConnection {
        try await $0.query(.process)[0].decode(Int32.self)
      }
      let admin = try await Connection.open(try await TestServer.options())
      try await admin.query(.terminate, process)
      await admin.close()
      let next = try await pool.withConnection {
        try await $0.query(.process)[0].decode(Int32.self)
      }
      #expect(next != process)
    }
  }

  @Test func `a closed pool turns everybody away, those who wait too`() async throws {
    try await withSmallPool { pool in
      try await pool.withConnection { _ in
        let waiting = Task { try await pool.withConnection { _ in } }
        await queue(of: 1, at: pool)
        await pool.close()
        await #expect(throws: PostgresError.unavailable) { try await waiting.value }
      }
      await #expect(throws: PostgresError.unavailable) { try await pool.withConnection { _ in } }
    }
  }

  @Test func `canceling its run closes the pool`() async throws {
    try await withSmallPool { pool in
      let run = Task { try await pool.run() }
      _ = try await pool.withConnection { try await $0.query(.count) }
      run.cancel()
      try await run.value
      await #expect(throws: PostgresError.unavailable) { try await pool.withConnection { _ in } }
    }
  }
}
