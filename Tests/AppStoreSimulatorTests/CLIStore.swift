import AppStoreSimulator
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

/// A store of the beginning of 2025, open on its own port, with a clock at three times the real
/// pace.
struct CLIStore: Sendable {
  let simulation: Simulation
  let url: String

  static func with(
    customers: Int, _ body: @escaping @Sendable (CLIStore) async throws -> Void
  ) async throws {
    let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 4_711)
    var world = World(
      of: app, selling: .game, seed: 1, from: try WorldScenario.moment("2025-01-01"))
    for number in 0..<customers { try world.addCustomer("player \(number)") }
    let simulation = Simulation(
      of: world, signedBy: try ControlFixture.authority.get(), developerKey: DeveloperKey())
    await simulation.setSpeed(3)
    let router = Router()
    ControlAPI(of: simulation).addRoutes(to: router)
    try await Application(router: router).test(.live) { client in
      let port = try #require(client.port)
      try await body(CLIStore(simulation: simulation, url: "http://127.0.0.1:\(port)"))
    }
  }

  /// Creates a file with a key and returns its path.
  static func keyFile() throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "cli-key-\(UUID())")
    try Data("key\n".utf8).write(to: file)
    return file.path
  }

  /// Runs a ledger that has caught up, and knows of no purchase.
  static func withLedger(
    _ body: @escaping @Sendable (_ url: String) async throws -> Void
  ) async throws {
    let router = Router()
    router.get("/readyz") { _, _ in #"{"checks":{}}"# }
    router.post("/v1/accounts/{account}/resume") { _, _ in #"{"cleared":0,"ready":true}"# }
    router.get("/v1/accounts/{account}/entitlements") { _, _ in #"{"entitlements":[]}"# }
    router.get("/v1/accounts/{account}/subscriptions") { _, _ in #"{"subscriptions":[]}"# }
    router.get("/v1/accounts/{account}/tenure") { _, _ in #"{"groups":[]}"# }
    router.get("/v1/accounts/{account}/wallet") { _, _ in #"{"balances":[],"entries":[]}"# }
    router.get("/v1/grants") { _, _ in #"{"grants":[]}"# }
    try await Application(router: router).test(.live) { client in
      let port = try #require(client.port)
      try await body("http://127.0.0.1:\(port)")
    }
  }
}
