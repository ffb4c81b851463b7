package import EventStore
import Foundation
package import Ledger
package import Logging
package import Postgres
import Schema

/// The database of a process: the one configured, or the embedded one.
package struct Database: Sendable {
  /// The use of a database by a process.
  package enum Use {
    /// A server, whose statements are short and which writes: a session is lost after a minute
    /// without an answer, and a server that is read-only is not connected to.
    case serving
    /// A command, whose statements may take an hour.
    case command
    /// The command that brings the schema forward.
    case migrating

    /// True if the process may create a ledger where there is none.
    var mayCreate: Bool { self != .command }
  }

  /// The pool with the application's rights, which are to read and append.
  package let pool: Pool
  /// The pool with the login's own rights, to migrate the schema and create the ledger; opened when
  /// first used.
  package let owner: Pool
  /// The pool by which readiness is judged, of one connection to whatever server is there.
  let health: Pool
  package let sessions: DatabaseSessions
  /// The address of the database, with the login's own rights.
  let connection: ConnectionOptions
  /// The embedded Postgres; nil if `DATABASE_URL` names a database.
  private let embedded: EmbeddedPostgres?
  private let mayCreate: Bool

  package var isEmbedded: Bool { embedded != nil }

  /// Connects to the database. Without `DATABASE_URL`, starts the embedded Postgres unless it runs
  /// already. Throws if the home of the embedded one has no ledger, unless the process may create
  /// one.
  static func open(
    _ settings: Settings, for use: Use = .command, logger: Logger
  ) async throws -> Database {
    if let url = settings.databaseURL {
      return Database(
        ConnectionOptions(url: url), settings.databaseSessions, for: use, embedded: nil, logger)
    }
    if let home = EmbeddedHome(settings) {
      if let problem = home.problem(creating: use.mayCreate) { throw problem }
      if let data = home.formerData {
        logger.warning(
          "the data lie outside the home: \(home.moveHome)", metadata: ["data": "\(data.path)"])
      }
    }
    let embedded = EmbeddedPostgres(home: URL(filePath: settings.home))
    return Database(
      try await embedded.start(creating: use.mayCreate), settings.databaseSessions, for: use,
      embedded: embedded, logger)
  }

  private init(
    _ options: ConnectionOptions, _ sessions: DatabaseSessions, for use: Use,
    embedded: EmbeddedPostgres?, _ logger: Logger
  ) {
    var options = options
    if use == .serving {
      options.answerTimeout = .seconds(60)
      options.needsWrites = true
    }
    connection = options
    // A command ends with the error, and says it once.
    let outage = OutageLog(logger: use == .serving ? logger : .silent)
    var looking = options
    looking.answerTimeout = .seconds(2)
    looking.connectTimeout = .seconds(2)
    looking.needsWrites = false
    looking.role = .returned(by: Schema.applicationRole)
    health = Pool(
      options: looking, size: 1, acquireTimeout: .seconds(2), pauseMax: .milliseconds(250),
      logger: .quiet, outage: outage)
    var restricted = options
    restricted.role = .returned(by: Schema.applicationRole)
    restricted.lockTimeout = .seconds(10)
    restricted.idleInTransactionTimeout = .seconds(60)
    pool = Pool(
      options: restricted, size: sessions.shared, acquireTimeout: .seconds(5), logger: logger,
      outage: outage)
    owner = Pool(
      options: options, size: 1, acquireTimeout: .seconds(5), logger: logger, outage: outage)
    self.sessions = sessions
    self.embedded = embedded
    mayCreate = use.mayCreate
  }

  /// Lends the database, and closes it afterwards.
  package static func with<Result: Sendable>(
    _ settings: Settings, for use: Use = .command, logger: Logger = .quiet,
    _ body: (Database) async throws -> Result
  ) async throws -> Result {
    let database = try await open(settings, for: use, logger: logger)
    do {
      let result = try await body(database)
      await database.close()
      return result
    } catch {
      await database.close()
      throw database.isEmbedded ? error : Failure(reaching: error) ?? error
    }
  }

  /// Lends the log of a database with the present schema, and the keys that open its evidence. The keys are read once
  /// the database is found: a wrong address is the first error.
  package static func withLog<Result: Sendable>(
    _ settings: Settings, _ body: (EventLog, Database) async throws -> Result
  ) async throws -> Result {
    try await with(settings) { database in
      try await database.bringUpToDate()
      let log = try await database.log(try KeyringFile(settings).keyring)
      return try await log.closing { try await body(log, database) }
    }
  }

  /// Returns what the shared lane declares: catalogs, programs, terms, cut-over dates.
  package static func sharedState(_ settings: Settings) async throws -> SharedState {
    try await withLog(settings) { log, _ in SharedState(try await log.reading.shared()) }
  }

  /// Opens the log, with the keys that open its evidence. Throws if the ledger knows another key by one of
  /// their ids.
  package func log(_ keyring: Keyring) async throws -> EventLog {
    try await MasterKeyRegister(pool).admit(keyring)
    return try await EventLog(pool, keyring: keyring, lookupsMax: sessions.lookups)
  }

  /// Throws if evidence is sealed here under a master key that the keyring lacks. The first key of such a file is not
  /// noted, so that nothing may be sealed under it.
  package func requireMasterKeys(of keyring: Keyring) async throws {
    let missing = try await MasterKeyRegister(pool).lacking(in: keyring)
    guard missing.isEmpty else {
      throw Failure(
        "evidence here is sealed under the master key \(missing.joined(separator: ", ")): "
          + "put its line back into DAICHO_ENCRYPTION_KEY_FILE, or, if the key is lost for good, run "
          + "`daicho evidence lost \(missing[0]) --reason WHY`, after a restore from a backup not before `daicho recover "
          + "--restored`; if there never was a key \(missing[0]), run `daicho verify`, which names the statement that "
          + "mends the rows")
    }
  }

  /// Closes the pool; the embedded Postgres stops if this process started it.
  func close() async {
    await pool.close()
    await owner.close()
    await health.close()
    await embedded?.stop()
  }

  /// Keeps the embedded Postgres running. Returns when canceled, or at once if there is none.
  func tend(logger: Logger) async {
    await embedded?.tend { error in
      logger.error("the embedded Postgres has stopped", metadata: ["error": "\(error)"])
    }
  }
}

extension Database {
  package static let migrator = Migrator(
    migrations: Schema.migrations.map {
      Migration(version: $0.version, name: $0.name, sql: $0.sql)
    },
    replaced: ReplacedMigrations(
      digest: Schema.replacedDigest, build: Schema.replacedBuild, adoption: Schema.adoption))

  package static let rights = ApplicationRights(sql: Schema.applicationRights)

  /// Migrates an embedded database. Leaves any other database alone, and throws while its schema is
  /// behind. Throws if there is no ledger, unless the command creates one in an embedded database.
  package func bringUpToDate() async throws {
    if isEmbedded, mayCreate {
      return try await migrate(lanes: Installation.laneCountDefault)
    }
    let pending = try await Self.migrator.pending(owner)
    guard try await !Self.migrator.isBlank(owner) else { throw noLedger }
    if isEmbedded {
      _ = try await Self.migrator.migrate(owner)
      try await Self.rights.ensure(owner)
      try await Installation.create(owner, lanes: try await Installation.read(owner).laneCount)
    } else if pending.isEmpty {
      _ = try await Installation.read(pool)
    } else {
      throw Failure("the database's schema is behind this version: run `daicho migrate`")
    }
  }

  private var noLedger: Failure {
    Failure(
      isEmbedded
        ? "the database in this home is empty: `daicho serve` or `daicho migrate` creates a ledger"
        : "the database that DATABASE_URL names holds no ledger: name another, or create a ledger "
          + "in it with `daicho migrate`")
  }

  /// Brings the schema forward, makes sure of the application's role and rights, and creates the ledger if
  /// it is new.
  package func migrate(lanes: Int16) async throws {
    _ = try await Self.migrator.migrate(owner)
    try await Self.rights.ensure(owner)
    try await Installation.create(owner, lanes: lanes)
  }
}

extension Logger {
  fileprivate static let silent = Logger(label: "daicho") { _ in SwiftLogNoOpLogHandler() }
}
