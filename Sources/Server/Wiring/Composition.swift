package import Access
import AppStore
package import EventStore
import Foundation
package import HTTP
package import Intake
package import Ledger
package import Logging
import Outbox
import Postgres
package import Projections
package import Reconciliation

/// The running system, part by part.
package struct Composition: Sendable {
  package let apps: [ConfiguredApp]
  package let database: Database
  package let log: EventLog
  package let intake: Intake
  package let reader: Reader
  package let keys: APIKeys
  package let projectors: [Projector]
  package let granter: Granter
  package let outbox: OutboxParts
  package let reconciliation: ReconciliationParts
  package let reconciler: Reconciler
  package let readiness: Readiness

  /// Puts the parts together over a database whose schema is current.
  package init(
    _ trust: TrustedFiles, _ keyring: Keyring, on database: Database, logger: Logger
  ) async throws {
    let log = try await database.log(keyring)
    let progress = ProjectionProgress()
    let projectors = ProjectionName.allCases.map { name in
      Projector(
        name, pool: database.pool, log: log, logger: logger,
        listener: database.pool.listener(on: EventLog.channel),
        progress: [.chains, .grants].contains(name) ? progress : ProjectionProgress(),
        lanesAtOnce: name == .chains ? nil : 2)
    }
    self.database = database
    self.log = log
    self.projectors = projectors
    apps = trust.apps
    intake = Intake(
      apps: trust.apps,
      verifier: PayloadVerifier(roots: trust.roots, revocation: trust.revocation),
      receipts: AppReceiptVerifier(roots: trust.receiptRoots), secrets: trust.secrets, log: log,
      now: Self.now)
    granter = Granter(
      pool: database.pool, intake: intake, logger: logger,
      listener: database.pool.listener(on: EventLog.channel))
    reader = Reader(pool: database.pool, log: log, progress: progress)
    let clients = ServerAPIClients(trust.serverAPIs)
    let histories = CustomerHistories(
      clients: clients, intake: intake,
      cursors: ReconciliationCursors(database.pool, log: log), counts: HistoryCounts(database.pool),
      now: Self.now)
    outbox = OutboxParts(
      trust.apps, intake, log, keyring, on: database.pool,
      askable: clients.apps, verifiable: Set(trust.receiptClients.keys),
      asking: [
        HistoryHandler(histories), StatusHandler(histories),
        FinishHandler(trust.apps, intake: intake, clients: clients),
        ReceiptHandler(trust.receiptClients, intake: intake, keyring: keyring),
        ConsumptionHandler(
          trust.apps, intake: intake, log: log, clients: clients, now: Self.now),
      ], logger: logger, now: Self.now)
    reconciliation = ReconciliationParts(
      pool: database.pool, apps: trust.apps, histories: histories, reader: reader,
      queue: outbox.queue)
    reconciler = Reconciler(reconciliation, logger: logger)
    keys = APIKeys(pool: database.pool, now: Self.now)
    readiness = Readiness(
      ReadinessChecks(
        database: database, log: log, projectors: projectors, granter: granter
      ).all)
    log.memory.onForgotten { reason in
      logger.critical(
        "the ledger is paused: \(reason)", metadata: ["remedy": "daicho recover --restored"])
    }
  }

  /// Throws if evidence is sealed here under a master key that the keyring lacks.
  package func requireMasterKeys(of keyring: Keyring) async throws {
    let used = try await Inspection(database.pool).masterKeys(
      laneCount: log.installation.laneCount)
    let missing = used.filter { !keyring.ids.contains($0) }
    guard missing.isEmpty else {
      throw Failure(
        "evidence here is sealed under the master key \(missing.joined(separator: ", ")): "
          + "put its line back into DAICHO_ENCRYPTION_KEY_FILE")
    }
  }

  package var backend: Backend {
    Backend(
      apps: apps, intake: intake, receipts: outbox.receipts, links: outbox.links,
      jobs: outbox.queue, reader: reader,
      reports: ReportService(pool: database.pool, log: log), keys: keys, readiness: readiness,
      now: Self.now, isTransient: { ($0 as? PostgresError)?.isRetryable ?? false })
  }

  package static let now: @Sendable () -> Instant = { Instant(Date()) }
}
