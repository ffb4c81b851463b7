import AppStore
import AppStoreSimulator
import Foundation
import Hummingbird
import HummingbirdTesting
import Synchronization
import TestSupport
import Testing

/// A simulated App Store with one customer, open on its own port, and its developer's client.
struct ServedStore: PlayedStore {
  static let gems = "com.example.game.gems.100"
  static let noAds = "com.example.game.no_ads"
  static let pro = "com.example.game.pro.monthly"
  static let bundleID = "com.example.game"
  private static let authority = Result { try SigningAuthority() }
  /// The key of one developer who sells in all stores.
  private static let developerKey = DeveloperKey()

  /// The clock of server and client, which passes as they sleep.
  final class Clock: Sendable {
    private let time = Mutex<Int64>(1_800_000_000_000)

    var now: Timestamp { Timestamp(milliseconds: time.withLock(\.self)) }

    func pass(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }
  }

  let simulation: Simulation
  let clock: Clock
  let url: String

  static func with(
    in environment: SimulatedApp.Environment = .production, clock: Clock = Clock(),
    misbehaving misbehavior: Misbehavior = Misbehavior(),
    _ body: @escaping @Sendable (ServedStore) async throws -> Void
  ) async throws {
    let app = SimulatedApp(bundleID: bundleID, appAppleID: 4_711, environment: environment)
    let seed: UInt64 = environment == .production ? 7 : 8
    var world = World(of: app, selling: .game, seed: seed, from: 1_704_067_200_000)
    try world.addCustomer("ann")
    let simulation = try Simulation(
      of: world, signedBy: authority.get(), developerKey: developerKey, misbehaving: misbehavior,
      telling: { _ in .success })
    let (router, closing) = (Router(context: StoreRequestContext.self), Closing())
    ServerAPI(
      of: simulation,
      by: RealTime(now: { clock.now.milliseconds }, sleep: { _ in await closing.wait() })
    ).addRoutes(to: router)
    try await Application(router: router).test(.live) { client in
      defer { closing.begin() }
      let port = try #require(client.port)
      try await body(
        ServedStore(simulation: simulation, clock: clock, url: "http://127.0.0.1:\(port)"))
    }
  }

  var key: ServerAPIKey {
    get throws {
      let key = simulation.developerKey
      return try ServerAPIKey(
        issuerID: key.issuerID, keyID: key.keyID, pem: key.privateKeyPEM)
    }
  }

  /// Returns a client with the good key at the store's address, unless stated otherwise.
  func client(
    key: ServerAPIKey? = nil, hosts: [AppleHosts]? = nil, timeout: Duration = .seconds(30)
  ) throws -> ServerAPIClient {
    ServerAPIClient(
      bundleID: Self.bundleID, key: try key ?? self.key, hosts: hosts ?? [AppleHosts(url: url)],
      timeout: timeout, in: Self.context(clock))
  }

  static func context(_ clock: Clock) -> ServerAPIContext {
    ServerAPIContext(
      now: { clock.now }, sleep: { clock.pass(Int64($0 / .milliseconds(1))) }, chance: { 0 })
  }

  func ids(_ signed: [String]) async throws -> [String] {
    var ids: [String] = []
    for jws in signed { ids.append(try #require(await verified(jws).transactionId)) }
    return ids
  }
}
