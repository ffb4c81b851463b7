import Logging
import Postgres
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ListenerTests {
  private static let notify = Statement(unsafeSQL: "select pg_notify('news', $1::text)")
  private static let database = Statement(unsafeSQL: "select current_database()::text")
  private static let terminate = Statement(
    unsafeSQL: """
      select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where datname = current_database() and query = 'listen news'
      """)

  /// Lends a listener's hints after the first one has come, and ends the listener afterwards.
  private func listening(
    _ pool: Pool,
    _ body: (inout AsyncStream<Listener.Hint>.AsyncIterator) async throws -> Void
  ) async throws {
    let name: String = try await pool.withConnection {
      try await $0.query(Self.database)[0].decode()
    }
    let listener = Listener(
      options: try await TestServer.options().database(name), channel: "news",
      logger: Logger(label: "test"))
    let (hints, teller) = AsyncStream.makeStream(of: Listener.Hint.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await listener.run { teller.yield($0) } }
      var iterator = hints.makeAsyncIterator()
      #expect(await iterator.next() == .lookAgain)
      try await body(&iterator)
      group.cancelAll()
    }
  }

  private func notify(_ payload: String, _ pool: Pool) async throws {
    try await pool.withConnection { _ = try await $0.query(Self.notify, payload) }
  }

  @Test func `hears what is said on its channel, in order`() async throws {
    try await scratch.withScratchDatabase { pool in
      try await listening(pool) { hints in
        for payload in ["1,2", "", "台帳"] {
          try await notify(payload, pool)
          #expect(await hints.next() == .notified(payload))
        }
      }
    }
  }

  @Test func `outlives its session, and then says to look again`() async throws {
    try await scratch.withScratchDatabase { pool in
      try await listening(pool) { hints in
        for payload in ["1", "2"] {
          let ended = try await pool.withConnection { try await $0.query(Self.terminate).count }
          #expect(ended == 1)
          #expect(await hints.next() == .lost)
          #expect(await hints.next() == .lookAgain)
          try await notify(payload, pool)
          #expect(await hints.next() == .notified(payload))
        }
      }
    }
  }

  @Test func `ends when it is canceled while it cannot connect`() async throws {
    let listener = Listener(
      options: ConnectionOptions(url: "postgresql://nobody@localhost:1/nothing"), channel: "news",
      logger: Logger(label: "test"))
    let task = Task { await listener.run { _ in Issue.record("there is nothing to hear") } }
    task.cancel()
    await task.value
  }
}
