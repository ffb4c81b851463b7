import AppStore
import AppStoreSimulator
import Foundation
import Intake
import Ledger
import Outbox
import Reconciliation
import Synchronization
import TestSupport

/// A ledger that can ask a simulated App Store, and hears of it only what it is let hear.
struct OpenStore: Sendable {
  static let gems = "com.example.game.gems.100"
  static let monthly = "com.example.game.pro.monthly"
  private static let house = Result { try SigningHouse() }

  let ledger: TestLedger
  let simulation: Simulation
  let clients: ServerAPIClients
  let intake: Intake
  let queue: ErrandQueue
  let parts: ReconciliationParts
  let clock: MovableClock

  var store: StoreFront { StoreFront(TestLedger.bundleID, .production) }

  /// Notifications are sent, answered well, and lost.
  static func with(
    settling customers: Int = 0, of ways: [WayOfLife] = [.mixed], days: Int64 = 90,
    _ body: @escaping @Sendable (OpenStore) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      let simulation = try Self.simulation(settling: customers, of: ways, days: days)
      try await simulation.whileOpen { url in
        try await body(OpenStore(ledger, simulation, url))
      }
    }
  }

  private static func simulation(
    settling customers: Int, of ways: [WayOfLife], days: Int64
  ) throws -> Simulation {
    let end = TestLedger.now.milliseconds
    let app = SimulatedApp(
      bundleID: TestLedger.bundleID.rawValue, appAppleID: TestLedger.appAppleID)
    var world = World(of: app, selling: .game, seed: 7, from: end - days * 86_400_000)
    world.settle(customers: customers, living: ways, until: end, seed: 7)
    return try Simulation(
      of: world, signedBy: house.get(), developerKey: DeveloperKey(), telling: { _ in .success })
  }

  private init(_ ledger: TestLedger, _ simulation: Simulation, _ url: String) throws {
    let clock = MovableClock(TestLedger.now)
    let now: @Sendable () -> Instant = { clock.value }
    let root = try RootCertificate(fileContents: Array(simulation.house.rootCertificatePEM.utf8))
    let key = try ServerAPIKey(
      issuerID: simulation.developerKey.issuerID, keyID: simulation.developerKey.keyID,
      privateKeyPEM: simulation.developerKey.privateKeyPEM)
    let client = ServerAPIClient(
      bundleID: TestLedger.bundleID.rawValue, key: key, hosts: [ServerAPIHosts(url: url)],
      in: ServerAPISurroundings(now: {
        AppStore.Timestamp(milliseconds: Instant(Date()).milliseconds)
      }))
    self.ledger = ledger
    self.simulation = simulation
    self.clock = clock
    clients = ServerAPIClients([TestLedger.bundleID: client])
    intake = Intake(
      apps: [TestLedger.app()], verifier: PayloadVerifier(roots: [root]), log: ledger.log, now: now)
    queue = ErrandQueue(pool: ledger.pool, log: ledger.log, keyring: ledger.keyring)
    parts = ReconciliationParts(
      pool: ledger.pool, log: ledger.log, apps: [TestLedger.app()], clients: clients,
      intake: intake, reader: ledger.reader, queue: queue, now: now)
  }

  /// Apple's time and ours pass together; all that is told is sent, and lost.
  func advance(to moment: Instant) async throws {
    clock.value = moment
    try await simulation.advance(to: moment.milliseconds)
    await simulation.deliverAll()
  }

  func status() async throws -> ReconciliationStatus? {
    try await ReconciliationDesk(ledger.pool).status(of: store, at: clock.value)
  }

  var told: Int {
    get async { await simulation.withWorld { $0.notifications.count } }
  }
}

/// A moment that a test moves.
final class MovableClock: Sendable {
  private let moment: Mutex<Instant>

  init(_ moment: Instant) { self.moment = Mutex(moment) }

  var value: Instant {
    get { moment.withLock(\.self) }
    set { moment.withLock { $0 = newValue } }
  }
}
