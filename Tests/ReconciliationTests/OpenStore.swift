import AppStore
import AppStoreSimulator
import EventProcessing
import Foundation
import Intake
import Ledger
import Logging
import Outbox
import Projections
import Reconciliation
import TestSupport

/// A ledger that can ask a simulated App Store, and receives from it only what a test allows.
struct OpenStore: Sendable {
  static let gems = "com.example.game.gems.100"
  static let monthly = "com.example.game.pro.monthly"
  private static let authority = Result { try SigningAuthority() }

  let ledger: TestLedger
  let simulation: Simulation
  let intake: Intake
  let queue: JobQueue
  let parts: ReconciliationParts
  /// The parts of a ledger that accepts only the sandbox.
  let strangeParts: ReconciliationParts
  let clock: HandClock

  let store: StoreEndpoint

  /// Runs a store whose notifications are sent, answered well, and lost.
  static func with(
    settling customers: Int = 0, of ways: [Persona] = [.mixed], days: Int64 = 90,
    in environment: StoreEnvironment = .production,
    _ body: @escaping @Sendable (OpenStore) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      let simulation = try Self.simulation(
        settling: customers, of: ways, days: days, in: environment)
      try await simulation.whileOpen { url in
        try await body(OpenStore(ledger, simulation, url, in: environment))
      }
    }
  }

  private static func simulation(
    settling customers: Int, of ways: [Persona], days: Int64, in environment: StoreEnvironment
  ) throws -> Simulation {
    let end = TestLedger.now.milliseconds
    let app = SimulatedApp(
      bundleID: TestLedger.bundleID.rawValue, appAppleID: TestLedger.appAppleID,
      environment: environment == .production ? .production : .sandbox)
    var world = World(of: app, selling: .game, seed: 7, from: end - days * 86_400_000)
    world.settle(customers: customers, living: ways, until: end, seed: 7)
    return try Simulation(
      of: world, signedBy: authority.get(), developerKey: DeveloperKey(), telling: { _ in .success }
    )
  }

  private init(
    _ ledger: TestLedger, _ simulation: Simulation, _ url: String, in environment: StoreEnvironment
  ) throws {
    store = StoreEndpoint(TestLedger.bundleID, environment)
    let clock = HandClock()
    let now: @Sendable () -> Instant = { clock.now }
    let root = try RootCertificate(
      fileContents: Array(simulation.authority.rootCertificatePEM.utf8))
    let developer = simulation.developerKey
    let key = try ServerAPIKey(
      issuerID: developer.issuerID, keyID: developer.keyID, pem: developer.privateKeyPEM)
    let client = ServerAPIClient(
      bundleID: TestLedger.bundleID.rawValue, key: key, hosts: [AppleHosts(url: url)],
      in: ServerAPIContext(
        now: { Timestamp(milliseconds: Instant(Date()).milliseconds) }))
    self.ledger = ledger
    self.simulation = simulation
    self.clock = clock
    queue = JobQueue(pool: ledger.pool, log: ledger.log, keyring: ledger.keyring)
    intake = Intake(
      apps: [TestLedger.app()], verifier: PayloadVerifier(roots: [root]), log: ledger.log, now: now)
    parts = Self.parts(ledger, intake, client, queue, now)
    let strange = ConfiguredApp(
      bundleID: TestLedger.bundleID, appAppleID: TestLedger.appAppleID, environments: [.sandbox])
    strangeParts = Self.parts(
      ledger,
      Intake(
        apps: [strange], verifier: PayloadVerifier(roots: [root]), log: ledger.log, now: now),
      client, queue, now)
  }

  private static func parts(
    _ ledger: TestLedger, _ intake: Intake, _ client: ServerAPIClient, _ queue: JobQueue,
    _ now: @escaping @Sendable () -> Instant
  ) -> ReconciliationParts {
    let histories = CustomerHistories(
      clients: ServerAPIClients([TestLedger.bundleID: client]), intake: intake,
      cursors: ReconciliationCursors(ledger.pool, log: ledger.log),
      counts: HistoryCounts(ledger.pool), queue: queue, now: now)
    return ReconciliationParts(
      pool: ledger.pool, apps: [TestLedger.app()], histories: histories, reader: ledger.reader,
      queue: queue)
  }

  /// Advances Apple's time and the ledger's together. All notifications are sent, and lost.
  func advance(to moment: Instant) async throws {
    clock.now = moment
    try await simulation.advance(to: moment.milliseconds)
    await simulation.deliverAll()
  }

  func status() async throws -> ReconciliationStatus? {
    try await ReconciliationService(ledger.pool, log: ledger.log).status(of: store, at: clock.now)
  }

  var told: Int {
    get async { await simulation.withWorld { $0.notifications.count } }
  }
}

extension OpenStore {
  /// Buys on the last day but one, and returns the transactions' ids. The ledger is not notified.
  func buy(
    _ product: String, times count: Int = 1, by customer: String = "ann"
  ) async throws -> [String] {
    try await simulation.withWorld { world in
      let buyer: Int
      if let known = try? world.customer(named: customer) {  // else it is a new one
        buyer = known
      } else {
        buyer = try world.addCustomer(customer)
      }
      var ids: [String] = []
      for _ in 0..<count {
        guard case .completed(let index) = try world.buy(PurchaseCommand(product), by: buyer) else {
          continue
        }
        ids.append(world.transactions[index].id)
      }
      return ids
    }
  }

  /// Publishes the coins of the game's catalog, valid from long before.
  func publishCatalog() async throws {
    let gems = CatalogProduct(
      ProductID(Self.gems), type: .consumable, grants: [ProductGrant("gem", 100)])
    _ = try await intake.catalogs.publish(
      Catalog([gems]), of: TestLedger.bundleID, validFrom: Instant(day: "2020-01-01"))
  }

  /// Ingests all of Apple's notifications so far, and projects them.
  func hearAll() async throws {
    await simulation.deliverAll()
    _ = try await parts.sweeper.sweep(lastDays: 180, of: store)
    try await producing.runToEnd()
    _ = try await workOff()
    try await ledger.project()
  }

  /// Returns the end of the latest period of a chain that the ledger knows.
  func expiry(of id: String) async throws -> Instant? {
    let chain = ChainID(.production, OriginalTransactionID(id))
    return try await ledger.reader.chains.purchase(chain)?.value.transactions.values
      .compactMap(\.expiresDate).max()
  }

  var reconciler: Reconciler { Reconciler(parts, logger: Logger(label: "test")) }

  /// The engine that feeds the consumers which enqueue jobs.
  var producing: EventProcessor { producing(askable: [TestLedger.bundleID]) }

  /// The same engine of a ledger without a key.
  var producingWithoutKey: EventProcessor { producing(askable: []) }

  private func producing(askable: Set<BundleID>) -> EventProcessor {
    let policy = JobPolicy([TestLedger.app()], askable: askable)
    let now: @Sendable () -> Instant = { [clock] in clock.now }
    return EventProcessor(
      [
        OutboxConsumer(queue: queue, policy: policy, now: now),
        ReconciliationConsumer(queue: queue, policy: policy, now: now),
      ], log: ledger.log, pool: ledger.pool, logger: Logger(label: "test"))
  }

  var worker: OutboxWorker {
    OutboxWorker(
      queue: queue, handlers: [HistoryHandler(parts.histories), StatusHandler(parts.histories)],
      logger: Logger(label: "test"), now: { clock.now })
  }

  /// Performs pending jobs until none is due, and returns the number of attempts.
  func workOff() async throws -> Int {
    var tried = 0
    while case let count = try await worker.runOnce(), count > 0 { tried += count }
    try await producing.runToEnd()
    return tried
  }

  /// Records facts that no notification told, as their chains are known from a receipt.
  func record(_ facts: [TransactionFact]) async throws {
    try await ledger.record(facts.map { .chain(.transactionObserved($0)) })
    try await producing.runToEnd()
    try await ledger.project()
  }

  func job(
    _ kind: JobKind, about subject: String, for account: AccountReference? = nil
  ) async throws -> Job {
    try await queue.enqueue(
      [
        NewJob(
          kind, about: subject, in: store.environment, of: TestLedger.bundleID, for: account,
          dueAt: clock.now)
      ], at: clock.now)
    let leased = try await queue.leases.lease(
      [kind], limit: 100, at: clock.now, lasting: .seconds(0))
    guard let job = leased.first(where: { $0.subject == subject }) else {
      throw CancellationError()
    }
    return job
  }
}
