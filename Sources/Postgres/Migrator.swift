/// A migrator that applies each pending migration in a transaction of its own. A lock keeps other
/// programs out.
package struct Migrator: Sendable {
  /// The migrations recorded in a database.
  private struct Record {
    /// The digest of each by its number.
    let digests: [Int: String]
    /// The digest of the records up to this program's first number; nil if there are none.
    let replaced: String?
  }

  private let migrations: [Migration]
  private let replaced: ReplacedMigrations?
  private var firstVersion: Int { migrations.first?.version ?? 0 }

  /// Creates a migrator.
  ///
  /// - Parameter replaced: the migrations that the first one replaces; nil if it replaces none.
  package init(migrations: [Migration], replaced: ReplacedMigrations? = nil) {
    self.migrations = migrations.sorted { $0.version < $1.version }
    self.replaced = replaced
  }

  /// Applies the pending migrations and returns the applied ones. Writes nothing if there are none, so that a login
  /// that may only read can ask.
  package func migrate(_ pool: Pool) async throws -> [Migration] {
    guard try await !pending(pool).isEmpty else { return [] }
    try await pool.withConnection { connection in
      try await connection.transaction { connection in
        try connection.query(Self.lock, AdvisoryLock.migrator.rawValue)
        try connection.script(Self.table)
      }
    }
    var applied: [Migration] = []
    for migration in try await pending(pool) where try await apply(migration, pool) {
      applied.append(migration)
    }
    return applied
  }

  /// Returns true if there is no record of migrations in the database. One that is empty was lost, or is new: `migrate`
  /// tells them apart.
  package func isBlank(_ pool: Pool) async throws -> Bool {
    try await pool.withConnection { connection in
      try await !connection.query(Self.exists)[0].decode(Bool.self)
    }
  }

  /// Returns the migrations that are not applied yet; the first one too if it is yet to adopt the
  /// database. Throws if an applied migration is unknown to this program or has changed, or if the
  /// database stops before this program can continue.
  package func pending(_ pool: Pool) async throws -> [Migration] {
    let (record, known) = try await pool.withConnection { connection in
      (try await readRecord(on: connection), try await knownDigests(on: connection))
    }
    var applied = record.digests
    if try replacements(in: record) != nil {
      applied = applied.filter { $0.key > firstVersion }
    }
    try check(applied, against: known)
    return migrations.filter { applied[$0.version] == nil }
  }

  /// Checks the digests of the applied migrations against the known ones.
  private func check(
    _ applied: [Int: String], against known: [Int: String]
  ) throws(MigrationError) {
    for version in applied.keys.sorted() where known[version] == nil {
      throw .unknown(version: version)
    }
    for version in applied.keys.sorted() {
      guard let stored = applied[version], let own = known[version], stored != own else { continue }
      throw .changed(version: version, stored: stored, own: own)
    }
  }

  /// Returns the replaced migrations if the database has exactly these up to the first number; nil if it
  /// began with the first migration. Throws if the database has others.
  private func replacements(in record: Record) throws(MigrationError) -> ReplacedMigrations? {
    guard let replaced, record.digests.keys.contains(where: { $0 < firstVersion }) else {
      return nil
    }
    guard record.replaced != replaced.digest else { return replaced }
    let last = record.digests.keys.max() ?? 0
    throw last < firstVersion
      ? .tooOld(version: last, build: replaced.build) : .others(build: replaced.build)
  }

  /// Returns the digests of this program's migrations.
  private func knownDigests(on connection: isolated Connection) throws -> [Int: String] {
    var digests: [Int: String] = [:]
    for migration in migrations {
      digests[migration.version] = try connection.query(Self.digest, migration.sql)[0].decode()
    }
    return digests
  }

  private func readRecord(on connection: isolated Connection) throws -> Record {
    guard try connection.query(Self.exists)[0].decode(Bool.self) else {
      return Record(digests: [:], replaced: nil)
    }
    let applied = try connection.query(Self.applied, Int32(firstVersion))
      .decode((Int32, String, String?).self)
    return Record(
      digests: Dictionary(uniqueKeysWithValues: applied.map { (Int($0.0), $0.1) }),
      replaced: applied.first?.2)
  }

  /// Applies a migration, or adopts the database with the first one. Returns false if another program has
  /// done it already.
  private func apply(_ migration: Migration, _ pool: Pool) async throws -> Bool {
    try await pool.withTransaction { connection in
      try connection.query(Self.lock, AdvisoryLock.migrator.rawValue)
      let record = try readRecord(on: connection)
      if let replaced = try replacements(in: record) {
        try connection.script(replaced.adoption)
        try connection.query(Self.forget, Int32(firstVersion))
      } else {
        guard record.digests[migration.version] == nil else { return false }
        let own: String = try connection.query(Self.digest, migration.sql)[0].decode()
        do {
          try connection.script(migration.sql)
        } catch PostgresError.server(let error) where error.sqlState.isOfExistingObject {
          throw MigrationError.unrecorded(
            version: migration.version, name: migration.name, own: own)
        }
      }
      try connection.query(Self.record, Int32(migration.version), migration.name, migration.sql)
      return true
    }
  }

  private static let lock = Statement(
    unsafeSQL: "select pg_advisory_xact_lock($1::integer, 0)")
  private static let table = """
    create table if not exists schema_migration (
      version    integer     primary key,
      name       text        not null,
      digest     bytea       not null,
      applied_at timestamptz not null default now()
    )
    """
  private static let exists = Statement(
    unsafeSQL: "select to_regclass('schema_migration') is not null")
  /// One statement, because another program may replace the migrations meanwhile.
  private static let applied = Statement(
    unsafeSQL: """
      select version, encode(digest, 'hex'), (
        select encode(
          sha256(convert_to(
            string_agg(version || ' ' || encode(digest, 'hex'), chr(10) order by version), 'UTF8')),
          'hex')
        from schema_migration
        where version <= $1::integer)
      from schema_migration
      """)
  private static let forget = Statement(
    unsafeSQL: "delete from schema_migration where version <= $1::integer")
  private static let digest = Statement(
    unsafeSQL: "select encode(sha256(convert_to($1::text, 'UTF8')), 'hex')")
  private static let record = Statement(
    unsafeSQL: """
      insert into schema_migration (version, name, digest)
      values ($1::integer, $2::text, sha256(convert_to($3::text, 'UTF8')))
      """)
}
