package import Postgres

/// The end of the work of an asynchronous consumer in a paused ledger.
package enum ConsumerPause {
  private static let pause: Duration = .milliseconds(50)

  /// Waits until no process works for a consumer in these lanes. Call it with the ledger paused: then
  /// no further work begins. A process that died ends its claim by the database's clock.
  package static func awaitEnd(
    of consumer: ConsumerName, lanes: [Int16], in pool: Pool
  ) async throws {
    while try await isAtWork(consumer, lanes, in: pool) { try await Task.sleep(for: pause) }
  }

  private static func isAtWork(
    _ consumer: ConsumerName, _ lanes: [Int16], in pool: Pool
  ) async throws -> Bool {
    try await pool.withConnection { connection in
      try await connection.query(.checkpointClaims, lanes, consumer.rawValue)[0].decode()
    }
  }
}
