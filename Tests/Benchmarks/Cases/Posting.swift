import Foundation

/// Posts of notifications to a ledger, and the costs of the ledger.
@MainActor
struct Posting {
  let server: LedgerServer
  let cluster: Cluster
  let press: NotificationPress

  struct Outcome {
    let load: LoadResult
    /// Processor microseconds per notification, of the ledger and of its PostgreSQL.
    var ledger: Double
    var postgres: Double
    /// The bytes of a notification on the wire.
    let received: Double
    let logBytes: Double
    /// The bytes by which each table grew per notification.
    let growth: [String: Double]
  }

  /// Warms every cache.
  func warmUp() throws {
    let requests = try press.print(50) { Request.notification($0) }
    _ = try LoadClient(port: server.port, connections: 2, isRight: \.isRecorded)
      .post(requests, seconds: 30)
  }

  /// - Parameter awaitingProjection: includes the cost of projecting, however long it takes.
  func measure(
    clients: Int, seconds: Double, awaitingProjection: Bool = false
  ) async throws -> Outcome {
    try await server.waitUntilCaughtUp()
    let count = Int(Double(min(4_000, 1_000 * clients)) * seconds)
    let requests = try press.print(count) { Request.notification($0) }
    let sizes = try await cluster.tableSizes()
    let logPosition = try await cluster.logPosition()
    let postgres = try await cluster.processorTime()
    let ledger = server.processorTime
    let load = try LoadClient(port: server.port, connections: clients, isRight: \.isRecorded)
      .post(requests, seconds: seconds)
    if awaitingProjection { try await server.waitUntilCaughtUp() }
    let ledgerTime = server.processorTime - ledger
    let postgresTime = try await cluster.processorTime() - postgres
    let logBytes = try await cluster.logPosition() - logPosition
    let growth = try await cluster.tableSizes()
      .map { ($0, ($1 - (sizes[$0] ?? 0)) / load.count) }
    return Outcome(
      load: load, ledger: ledgerTime / load.count * 1e6, postgres: postgresTime / load.count * 1e6,
      received: Double(requests.reduce(0) { $0 + $1.count }) / Double(count),
      logBytes: logBytes / load.count,
      growth: Dictionary(uniqueKeysWithValues: growth).filter { $0.value > 0 })
  }

  /// Returns the processor microseconds of the ledger for a request of the same size that it
  /// rejects by its method: HTTP, routing and the log line, and nothing behind them.
  func rejectionCost(clients: Int, seconds: Double) async throws -> Double {
    let bodies = try press.print(500) { Request.post("/healthz", $0.body) }
    let requests = (0..<Int(8_000 * seconds)).map { bodies[$0 % bodies.count] }
    let start = server.processorTime
    let load = try LoadClient(port: server.port, connections: clients) { $0.status == 405 }
      .post(requests, seconds: seconds)
    return (server.processorTime - start) / load.count * 1e6
  }
}
