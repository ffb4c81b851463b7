/// Posts of notifications of version 1 to a ledger, and the costs of the ledger.
@MainActor
struct LegacyPosting {
  /// The most bodies that are signed beforehand for a second: one signature takes a millisecond.
  private static let preparedMax = 2_500

  let server: LedgerServer
  let cluster: Cluster
  let press: ReceiptPress

  struct Outcome {
    let load: LoadResult
    /// Processor microseconds per body, of the ledger and of its PostgreSQL, projecting included.
    let ledger: Double
    let postgres: Double
  }

  /// Warms every cache.
  func warmUp() throws {
    _ = try client(2).post(try requests(50, transactions: 1), seconds: 30)
  }

  func measure(clients: Int, transactions: Int, seconds: Double) async throws -> Outcome {
    try await server.waitUntilCaughtUp()
    let count = Int(Double(min(Self.preparedMax, 600 * clients)) * seconds)
    let requests = try requests(count, transactions: transactions)
    let postgres = try await cluster.processorTime()
    let ledger = server.processorTime
    let load = try client(clients).post(requests, seconds: seconds)
    try await server.waitUntilCaughtUp()
    let ledgerTime = server.processorTime - ledger
    let postgresTime = try await cluster.processorTime() - postgres
    return Outcome(
      load: load, ledger: ledgerTime / load.count * 1e6, postgres: postgresTime / load.count * 1e6)
  }

  private func requests(_ count: Int, transactions: Int) throws -> [[UInt8]] {
    try press.bodies(count, transactions: transactions).map {
      Request.post("/v1/apple/notifications", $0)
    }
  }

  private func client(_ connections: Int) -> LoadClient {
    LoadClient(port: server.port, connections: connections, isRight: \.isRecorded)
  }
}
