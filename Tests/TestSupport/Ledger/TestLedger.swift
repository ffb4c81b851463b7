package import AppStore
package import AppStoreSimulator
package import EventProcessing
package import EventStore
import Foundation
import Granting
package import Intake
package import Ledger
import Logging
package import Postgres
package import Projections
import Schema

/// A whole ledger on its own database, with a simulated Apple that the ledger trusts.
package struct TestLedger: Sendable {
  package static let bundleID: BundleID = "com.example.game"
  package static let appAppleID: Int64 = 1_234_567_890
  /// The environments of the tests' app.
  package static let environments: [StoreEnvironment] = [.production, .sandbox]
  /// Signatures are made and judged at one fixed moment of the tests' own calendar.
  package static let now = Instant("2026-06-01T00:00:00.000Z")!

  package let pool: Pool
  /// A pool with the rights of the database's owner, for statements that the application may not
  /// run.
  package let owner: Pool
  package let log: EventLog
  package let keyring: Keyring
  package let keyringText: String
  package let authority: Authority
  package let verifier: PayloadVerifier
  package let intake: Intake
  package let accounts: AccountReader
  /// The engine that feeds the projections.
  package let projecting: EventProcessor
  package let projections: ProjectionConsumer
  package let reader: Reader
  package let granter: TestGranter

  /// Lends a newly created ledger and drops its database afterwards.
  package static func with<Result: Sendable>(
    lanes: Int16 = Installation.laneCountDefault,
    _ body: @Sendable (TestLedger) async throws -> Result
  ) async throws -> Result {
    try await MigratedDatabase.with { pool, owner in
      try await body(TestLedger(pool, owner, Secrets(), lanes: lanes))
    }
  }

  /// Lends a ledger three times, each time to a newly started process: before a backup, after the
  /// backup, and restored from it.
  package static func withRestored<Result: Sendable>(
    backedUp: @Sendable (TestLedger) async throws -> Void,
    lost: @Sendable (TestLedger) async throws -> Void,
    _ restored: @Sendable (TestLedger) async throws -> Result
  ) async throws -> Result {
    let secrets = try Secrets()
    return try await MigratedDatabase.withRestored(
      backedUp: { pool, owner in try await backedUp(TestLedger(pool, owner, secrets)) },
      lost: { pool, owner in try await lost(TestLedger(pool, owner, secrets)) },
      restored: { pool, owner in try await restored(TestLedger(pool, owner, secrets)) })
  }

  /// Lends a ledger with a standby that can take the place of its database.
  package static func withStandby<Result: Sendable>(
    _ body: @Sendable (TestLedger, Standby) async throws -> Result
  ) async throws -> Result {
    try await MigratedDatabase.withStandby { pool, owner, standby in
      try await body(TestLedger(pool, owner, Secrets()), standby)
    }
  }

  /// The secrets that a process receives beside its database.
  private struct Secrets: Sendable {
    let keyringText: String
    let authority: Authority

    /// The simulated Apple of all ledgers: its keys and certificates take forty milliseconds of a processor.
    private static let apple = Result { try TestLedger.makeAuthority() }

    init() throws {
      keyringText = try Keyring.generate(id: "k1")
      authority = try Self.apple.get()
    }
  }

  private init(
    _ pool: Pool, _ owner: Pool, _ secrets: Secrets,
    lanes: Int16 = Installation.laneCountDefault
  ) async throws {
    self.pool = pool
    self.owner = owner
    try await Installation.create(owner, lanes: lanes)
    keyringText = secrets.keyringText
    keyring = try Keyring(keyringText)
    log = try await EventLog(pool, keyring: keyring)
    authority = secrets.authority
    let root = try RootCertificate(fileContents: authority.rootCertificateDER)
    verifier = PayloadVerifier(roots: [.appleG3, root])
    intake = Intake(apps: [Self.app()], verifier: verifier, log: log, now: { Self.now })
    accounts = AccountReader(log)
    projections = ProjectionConsumer(log)
    projecting = EventProcessor(
      [projections], log: log, pool: pool, logger: Logger(label: "test"))
    reader = Reader(pool: pool, log: log)
    granter = TestGranter(of: intake, log, pool)
  }

  /// Returns the intake of another process on the same database.
  package func another() async throws -> Intake {
    Intake(
      apps: [Self.app()], verifier: verifier, log: try await EventLog(pool, keyring: keyring),
      now: { Self.now })
  }

  package static func app(link: LinkPolicy = .firstWins) -> ConfiguredApp {
    ConfiguredApp(
      bundleID: bundleID, appAppleID: appAppleID, environments: Set(environments), link: link)
  }

  /// Returns an intake with another link policy and another moment.
  package func intake(link: LinkPolicy, at moment: Instant = now) -> Intake {
    Intake(apps: [Self.app(link: link)], verifier: verifier, log: log, now: { moment })
  }

  /// Returns an intake that trusts the simulated receipts and has the app's shared secret.
  package func legacyIntake(
    environments: Set<StoreEnvironment> = [.production, .sandbox],
    beside others: [ConfiguredApp] = [],
    versionOneBytesMax: Int = ConfiguredApp.versionOneBytesDefault, at moment: Instant = now
  ) throws -> Intake {
    let root = try RootCertificate(fileContents: LegacyDocuments.authority.rootCertificateDER)
    let app = ConfiguredApp(
      bundleID: Self.bundleID, appAppleID: Self.appAppleID, environments: environments,
      versionOneBytesMax: versionOneBytesMax)
    return Intake(
      apps: [app] + others, verifier: verifier, receipts: AppReceiptVerifier(roots: [root]),
      secrets: [Self.bundleID: try LegacyDocuments.secret], log: log, now: { moment })
  }

  /// Returns an authority whose certificates are valid throughout the tests' calendar.
  package static func makeAuthority() throws -> Authority {
    try Authority(
      validFrom: Date(timeIntervalSince1970: 1_577_836_800),
      validTo: Date(timeIntervalSince1970: 2_208_988_800))
  }

  /// Makes an account known, as a game does that asks for it at login.
  package func known(_ account: AccountID) async throws -> AccountKey {
    try await intake.names.makeKnown(account, of: Self.bundleID, in: [.production])
    try await project()
    return self.account(account)
  }

  /// Feeds the projections until no event is left.
  package func project() async throws {
    try await projecting.runToEnd()
  }

  /// One of the projections.
  package var projector: TestProjection { projection(.chains) }

  package func projection(_ name: ProjectionName) -> TestProjection {
    TestProjection(name: name, ledger: self)
  }

  /// Empties the tables of the projections and forgets their checkpoint. The log is read again after that.
  package func forgetProjections() async throws {
    let letters = projections.deadLetterNames.map(\.rawValue).joined(separator: "', '")
    try await owner.withConnection { connection in
      try await connection.script(
        """
        truncate \(ProjectionConsumer.tables.joined(separator: ", "));
        delete from consumer_checkpoint where consumer = '\(ProjectionConsumer.name)';
        delete from dead_letter where consumer in ('\(letters)')
        """)
    }
  }

  /// Returns the granter of another process on the same database.
  package func granter(of intake: Intake) -> TestGranter {
    TestGranter(of: intake, intake.eventLog, pool)
  }

  /// Makes grants and updates wallets until nothing is due.
  package func grant() async throws {
    while try await granter.runOnce() > 0 {}
  }

  package func account(_ account: AccountID) -> AccountKey {
    AccountKey(environment: .production, bundleID: Self.bundleID, account: account)
  }

  /// Returns the ledger's master keys behind another one, which seals from then on.
  package func keyring(after text: String) throws -> Keyring {
    try Keyring(text + keyringText)
  }

  /// Returns the one number that a test's query selects.
  package func count(_ sql: String) async throws -> Int64 {
    try await owner.withConnection { connection in
      try await connection.query(Statement(unsafeSQL: sql))[0].decode()
    }
  }

  /// Returns the application's role of the database.
  package func applicationRole() async throws -> String {
    try await owner.withConnection { connection in
      try await connection.query(Statement(unsafeSQL: "select application_role()"))[0].decode()
    }
  }

  /// Returns once a session waits for a lock on a lane.
  package func waitUntilALaneIsAwaited() async throws {
    let waiting = """
      select count(*) from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())
      """
    while try await count(waiting) == 0 { await Task.yield() }
  }

  /// Starts work while every lane is locked against appends, releases the locks, and returns the
  /// result of the work.
  package func whileLanesAreLocked<Result: Sendable>(
    _ start: @Sendable (EventLog) async throws -> Task<Result, any Error>
  ) async throws -> Result {
    let task = try await pool.withTransaction { connection in
      try connection.query(
        Statement(
          unsafeSQL: """
            select pg_advisory_xact_lock($1::integer, lane) from installation,
              generate_series(1, lanes) as l(lane)
            """), AdvisoryLock.lane.rawValue)
      return try await start(log)
    }
    return try await task.value
  }

  /// Returns the number of events in the store.
  package func eventCount() async throws -> Int64 {
    try await log.position().lanes.values.reduce(0, +)
  }
}

/// A fresh database with the whole schema.
package enum MigratedDatabase {
  package static let migrations = Schema.migrations.map {
    Migration(version: $0.version, name: $0.name, sql: $0.sql)
  }

  package static let rights = ApplicationRights(sql: Schema.applicationRights)

  private static let scratch = ScratchDatabase(
    migrations: migrations, rights: rights, role: .returned(by: Schema.applicationRole))

  /// Lends a database with a pool for the application and a pool for the owner.
  package static func with<Result: Sendable>(
    _ body: @Sendable (Pool, _ owner: Pool) async throws -> Result
  ) async throws -> Result {
    try await scratch.withScratchDatabase(body)
  }

  /// Lends a database with a standby that can take its place.
  package static func withStandby<Result: Sendable>(
    _ body: @Sendable (Pool, _ owner: Pool, Standby) async throws -> Result
  ) async throws -> Result {
    try await scratch.withStandby(body)
  }

  /// Lends a database before a backup, after the backup, and restored from it.
  package static func withRestored<Result: Sendable>(
    backedUp: @Sendable (Pool, _ owner: Pool) async throws -> Void,
    lost: @Sendable (Pool, _ owner: Pool) async throws -> Void,
    restored: @Sendable (Pool, _ owner: Pool) async throws -> Result
  ) async throws -> Result {
    try await scratch.withRestoredDatabase(backedUp: backedUp, lost: lost, restored: restored)
  }
}
