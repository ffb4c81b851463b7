import AppStoreSimulator
import Foundation

/// A game's server over a ledger: players spend, buy and are looked up.
@MainActor
struct Game {
  nonisolated static let accounts = 1_000
  /// The least bytes of an entitlement's JSON.
  nonisolated private static let entitlementSizeMin = 300

  let server: LedgerServer
  let cluster: Cluster
  let press: NotificationPress
  let shop: Shop
  private let headers: [String]

  struct Outcome {
    let load: LoadResult
    /// Processor microseconds for each request, of the ledger and of its PostgreSQL.
    let ledger: Double
    let postgres: Double
    /// The purchases credited to wallets a second, measured until the last credit. Only `buy` sets
    /// it.
    var currentRate: Double?
  }

  /// Publishes the catalog and creates a key for the game.
  init(server: LedgerServer, cluster: Cluster, press: NotificationPress, folder: URL) throws {
    self.server = server
    self.cluster = cluster
    self.press = press
    let catalog = folder.appending(path: "catalog.json")
    try Data(Shop.catalog.utf8).write(to: catalog)
    _ = try server.run(
      ["catalog", "publish", catalog.path, "--from", "2020-01-01T00:00:00.000Z"])
    let key = try server.run(
      ["keys", "create", "--name", "bench", "--scopes", "ingest,read,grants"])
    headers = ["Authorization: Bearer \(key.trimmingCharacters(in: .whitespacesAndNewlines))"]
    shop = Shop(headers: headers)
  }

  /// Fills the wallets, sells the subscriptions, and warms every cache.
  func moveIn() async throws {
    let credits = try await Credits(cluster)
    let shop = shop
    let purchases = try press.sign(Self.accounts) { number, time, authority in
      try shop.fortune(for: Int(number) % Self.accounts, number, time, authority)
    }
    let subscriptions = try press.sign(Self.accounts) { number, time, authority in
      try shop.subscription(for: Int(number) % Self.accounts, number, time, authority)
    }
    _ = try client(16, Shop.isSettled).post(purchases + subscriptions, seconds: 600)
    try await credits.wait(for: Self.accounts)
    try await server.waitUntilCaughtUp()
    _ = try client(16) { $0.status == 200 }
      .post((0..<Self.accounts).map(spending) + (0..<Self.accounts).map(reading), seconds: 600)
  }

  /// Measures spends of one coin.
  func spend(clients: Int, seconds: Double) async throws -> Outcome {
    let count = Int(Double(min(6_000, 2_000 * clients)) * seconds)
    let requests = (0..<count).map { _ in spending(Self.anyone) }
    return try await measure {
      try client(clients) { $0.status == 200 }.post(requests, seconds: seconds)
    }
  }

  /// Measures purchases of packs of coins. The costs include granting them.
  func buy(clients: Int, seconds: Double) async throws -> Outcome {
    let shop = shop
    let count = Int(Double(min(3_000, 600 * clients)) * seconds)
    let requests = try press.sign(count) { number, time, authority in
      try shop.pack(for: Self.anyone, number, time, authority)
    }
    let credits = try await Credits(cluster)
    let start = now()
    var end = start
    var outcome = try await measure {
      let load = try client(clients, Shop.isSettled).post(requests, seconds: seconds)
      end = try await credits.wait(for: Int(load.count))
      return load
    }
    outcome.currentRate = outcome.load.count / (end - start)
    return outcome
  }

  /// Measures reads of entitlements.
  func read(clients: Int, seconds: Double) async throws -> Outcome {
    let requests = (0..<Int(8_000 * seconds)).map { _ in reading(Self.anyone) }
    return try await measure {
      try client(clients) { $0.status == 200 }.post(requests, seconds: seconds)
    }
  }

  /// Measures queries about all accounts at once. Each account has an entitlement.
  func query(seconds: Double) async throws -> Outcome {
    let requests = Array(repeating: querying(), count: Int(200 * seconds))
    return try await measure {
      try client(1) { $0.status == 200 && $0.body.count > Self.accounts * Self.entitlementSizeMin }
        .post(requests, seconds: seconds)
    }
  }

  /// Measures answers that need no query.
  func greet(clients: Int, seconds: Double) async throws -> Outcome {
    let requests = Array(repeating: Request.get("/healthz"), count: Int(20_000 * seconds))
    return try await measure {
      try client(clients) { $0.status == 200 }.post(requests, seconds: seconds)
    }
  }

  nonisolated private static var anyone: Int { Int.random(in: 0..<accounts) }

  private func spending(_ account: Int) -> [UInt8] {
    Request.post(
      "/v1/accounts/\(Shop.player(account))/wallet/spend",
      Array("{\"coin\":\"gem\",\"amount\":1,\"reference\":\"sword\"}".utf8),
      headers + ["Idempotency-Key: \"\(UUID().uuidString)\""])
  }

  private func reading(_ account: Int) -> [UInt8] {
    Request.get("/v1/accounts/\(Shop.subscriber(account))/entitlements", headers)
  }

  private func querying() -> [UInt8] {
    let names = (0..<Self.accounts).map { "\"\(Shop.subscriber($0))\"" }.joined(separator: ",")
    return Request.post(
      "/v1/entitlements/query", Array("{\"accounts\":[\(names)]}".utf8), headers)
  }

  private func client(_ connections: Int, _ isRight: @escaping (Answer) -> Bool) -> LoadClient {
    LoadClient(port: server.port, connections: connections, isRight: isRight)
  }

  private func measure(_ work: () async throws -> LoadResult) async throws -> Outcome {
    try await server.waitUntilCaughtUp()
    let postgres = try await cluster.processorTime()
    let ledger = server.processorTime
    let load = try await work()
    let ledgerTime = server.processorTime - ledger
    let postgresTime = try await cluster.processorTime() - postgres
    return Outcome(
      load: load, ledger: ledgerTime / load.count * 1e6, postgres: postgresTime / load.count * 1e6)
  }
}
