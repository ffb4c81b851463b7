package import Access
import AppStore
package import EventProcessing
package import EventStore
import Foundation
package import Granting
package import HTTP
package import Intake
package import Ledger
package import Logging
package import Outbox
import Postgres
package import Projections
package import Reconciliation
import Schema
package import ServiceLifecycle
import UnixSignals

/// The running system, part by part.
package final class Composition: Sendable {
  package let apps: [ConfiguredApp]
  let keyring: Keyring
  package let database: Database
  package let log: EventLog
  package let intake: Intake
  package let reader: Reader
  package let keys: APIKeys
  package let projections: ProjectionConsumer
  package let granting: GrantingConsumer
  private let grantingProgress: ConsumerProgress
  package let outbox: OutboxParts
  package let reconciliation: ReconciliationParts
  package let reconciler: Reconciler
  package let readiness: Readiness
  package let rebuilds: RebuildService
  private let rejections = RejectionCounter()
  private let offerSigning: OfferSigning

  /// Puts the parts together over a database whose schema is current.
  package init(
    _ trust: TrustedFiles, _ keyring: Keyring, on database: Database, logger: Logger
  ) async throws {
    let log = try await database.log(keyring)
    let progress = ConsumerProgress()
    grantingProgress = ConsumerProgress()
    self.database = database
    self.keyring = keyring
    self.log = log
    projections = ProjectionConsumer(log, progress: progress)
    apps = trust.apps
    intake = Intake(
      apps: trust.apps,
      verifier: PayloadVerifier(roots: trust.roots, revocation: trust.revocation),
      receipts: AppReceiptVerifier(roots: trust.receiptRoots), secrets: trust.secrets, log: log,
      now: Self.now)
    offerSigning = OfferSigning(trust.offerSigners, by: intake)
    granting = GrantingConsumer(intake, pool: database.pool, progress: grantingProgress)
    reader = Reader(pool: database.pool, log: log, progress: progress)
    let clients = ServerAPIClients(trust.serverAPIs)
    let queue = JobQueue(pool: database.pool, log: log, keyring: keyring)
    let histories = CustomerHistories(
      clients: clients, intake: intake,
      cursors: ReconciliationCursors(database.pool, log: log), counts: HistoryCounts(database.pool),
      queue: queue, now: Self.now)
    outbox = OutboxParts(
      trust.apps, intake, reader, queue, clients: clients,
      verifiable: Set(trust.receiptClients.keys),
      asking: [
        HistoryHandler(histories), StatusHandler(histories),
        FinishHandler(trust.apps, intake: intake, clients: clients),
        ReceiptHandler(trust.receiptClients, intake: intake, keyring: keyring),
        ConsumptionHandler(
          trust.apps, intake: intake, log: log, clients: clients, now: Self.now),
      ], logger: logger, now: Self.now)
    reconciliation = ReconciliationParts(
      pool: database.pool, apps: trust.apps, histories: histories, reader: reader,
      queue: queue)
    reconciler = Reconciler(reconciliation, logger: logger)
    keys = APIKeys(pool: database.pool, log: log, now: Self.now)
    rebuilds = RebuildService(pool: database.pool, log: log, logger: logger)
    readiness = Readiness(
      ReadinessChecks(
        database: database, log: log, projections: projections,
        granting: granting, others: [outbox.consumer, outbox.histories]
      ).all)
    log.memory.onForgotten { reason in
      logger.critical(
        "the ledger is paused: \(reason)", metadata: ["remedy": "daicho recover --restored"])
    }
  }

  /// Compares the database with where the ledger last ran and what it last saw. A restored copy is paused. Reads
  /// the database's clock, by which the first request is answered already.
  package func notice(_ heads: KeptHeads) async throws {
    _ = try await Installation.notePlace(database.pool)
    try await heads.compare(with: log)
    try await log.observe()
  }

  /// Returns the engine that feeds the consumers of some parts from one reading of the log.
  package func processor(of parts: Set<ServerPart>, logger: Logger) -> EventProcessor {
    let consumers: [(part: ServerPart, consumer: any EventConsumer)] = [
      (.projections, projections), (.grants, granting), (.outbox, outbox.consumer),
      (.reconciliation, outbox.histories),
    ]
    return EventProcessor(
      consumers.filter { parts.contains($0.part) }.map(\.consumer), log: log, pool: database.pool,
      logger: logger, listener: database.pool.listener(on: EventLog.channel))
  }

  /// Returns the services of some parts in the order in which they start. Shutdown goes in reverse:
  /// first readiness, then requests, then background work, then the log, then Postgres.
  package func services(
    _ parts: Set<ServerPart>, host: String, port: Int, limits: ConnectionLimits,
    rates: RequestRates = RequestRates(), heads: KeptHeads, logger: Logger
  ) -> ServiceGroup {
    let lastWork = LastWork()
    var services: [any Service] = [
      PostgresSupervisor(database: database, logger: logger),
      LogClosing(log: log),
      PartitionMaintenance(log: log, logger: logger),
      InstallationMonitor(log: log, logger: logger),
      SignsOfLife(
        of: parts, in: database.pool, log: log, lastWork: lastWork, logger: logger),
      HeadKeeping(heads, log: log, logger: logger),
    ]
    let processor = processor(of: parts, logger: logger)
    if !processor.consumers.isEmpty { services.append(processor) }
    if parts.contains(.projections) {
      services.append(FirstBuild(pool: database.pool, log: log, logger: logger))
    }
    if parts.contains(.grants) {
      services.append(GrantingBackfillService(granting, log: log, logger: logger))
    }
    if parts.contains(.outbox) { services.append(outbox.worker) }
    if parts.contains(.reconciliation) { services.append(reconciler) }
    if parts.contains(.http) {
      services.append(rebuilds)
      services.append(
        RejectionRecording(
          rejections, to: RefusedNotifications(database.pool), now: now, lastWork: lastWork,
          logger: logger, outage: log.outage))
      services.append(
        KeyUseRecording(keys, lastWork: lastWork, logger: logger, outage: log.outage))
      services.append(
        buildApplication(backend(rates), host: host, port: port, limits: limits, logger: logger))
      services.append(Draining(readiness: readiness))
    }
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(15)
    return ServiceGroup(configuration: configuration)
  }

  package func backend(_ rates: RequestRates = RequestRates()) -> Backend {
    Backend(
      apps: apps, intake: intake, receipts: outbox.receipts, links: outbox.links,
      orders: outbox.orders, offerSigning: offerSigning, erasures: erasures,
      catalogs: ServedCatalogs(intake),
      jobs: outbox.queue.administration, reader: reader, granting: grantingProgress,
      reports: ReportService(pool: database.pool, log: log, appleIDs: apps.appleIDs),
      rebuilds: rebuilds, keys: keys,
      readiness: readiness, schema: Schema.version, now: now,
      isTransient: { ($0 as? PostgresError)?.isRetryable ?? false }, deadLetters: deadLetters,
      servers: RunningServers(database.pool),
      rejections: rejections, rates: rates)
  }

  /// The moment by the database's clock, and by this machine's until that was read.
  package var now: @Sendable () -> Instant {
    { [clock = log.clock] in clock.now() ?? Self.now() }
  }

  /// The dead letters of every consumer, also of those that this process does not run.
  package var deadLetters: DeadLetterAdministration {
    DeadLetterAdministration(
      processor(of: Set(ServerPart.allCases), logger: .quiet), log: log, pool: database.pool)
  }

  /// The repair of reconciliation's rows, beside a running server or without one.
  package var cursorRepair: CursorRepair {
    CursorRepair(
      by: processor(of: [.reconciliation], logger: .quiet), log: log, pool: database.pool)
  }

  /// The links that a command makes, each by any transaction id of its chain. The projections that know the
  /// chain are brought up to date first, since no server may run.
  package var chainLinks: ChainLinks {
    ChainLinks(intake.links) { [log, database, reader] transaction, app, environment in
      try await ProjectedLedger.project(log, in: database)
      return try await reader.chains.chain(of: transaction, in: app, environment)
    }
  }

  package var erasures: ErasureService {
    ErasureService(apps, intake: intake, queue: outbox.queue)
  }

  package var taxes: TaxPublishing {
    TaxPublishing(
      TaxLearning(pool: database.pool, log: log, appleIDs: apps.appleIDs), log: log,
      decisions: intake.commission)
  }

  package var prices: PricePublishing {
    PricePublishing(
      apps, PriceLearning(database.pool), log: log, decisions: intake.commission)
  }

  package static let now: @Sendable () -> Instant = { Instant(Date()) }
}

extension Composition {
  /// Lends the parts over a database whose schema is current.
  ///
  /// - Parameter seals: false for a command that goes on with a file that lacks a master key in use: it seals nothing, or
  ///   asks for the keys before it does.
  package static func with<Result: Sendable>(
    _ settings: Settings, seals: Bool = true, _ body: (Composition) async throws -> Result
  ) async throws -> Result {
    try await with(settings, by: TrustedFiles(settings), seals: seals, body)
  }

  /// Lends the parts, together with the app that a command is about.
  package static func with<Result: Sendable>(
    _ settings: Settings, app: String?, seals: Bool = true,
    _ body: (Composition, BundleID) async throws -> Result
  ) async throws -> Result {
    let trust = try TrustedFiles(settings)
    let bundleID = try trust.apps.named(app)
    return try await with(settings, by: trust, seals: seals) { try await body($0, bundleID) }
  }

  /// Throws if a command may not give an account this name.
  package func requireName(_ account: AccountID, of bundleID: BundleID) async throws {
    if let fault = try await PlainName.fault(
      recording: account, of: [bundleID], by: reader.names)
    {
      throw WrongUsage("account \(fault)")
    }
  }

  private static func with<Result: Sendable>(
    _ settings: Settings, by trust: TrustedFiles, seals: Bool,
    _ body: (Composition) async throws -> Result
  ) async throws -> Result {
    try await Database.with(settings) { database in
      try await database.bringUpToDate()
      let keyring = try KeyringFile(settings).keyring
      if seals { try await database.requireMasterKeys(of: keyring) }
      let parts = try await Composition(trust, keyring, on: database, logger: .quiet)
      return try await parts.log.closing { try await body(parts) }
    }
  }
}
