/// A migrator that applies each pending migration in a transaction of its own. A lock keeps other
/// programs out.
package struct Migrator: Sendable {
  private let migrations: [Migration]
  private let replaced: ReplacedMigrations?

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

  /// Returns the migrations that are not applied yet. Throws if an applied migration is unknown to
  /// this program or has changed, or if the database stops before this program can continue.
  package func pending(_ pool: Pool) async throws -> [Migration] {
    let (applied, known) = try await pool.withConnection { connection in
      (try await appliedDigests(on: connection), try await knownDigests(on: connection))
    }
    try check(applied, against: known)
    return migrations.filter { applied[$0.version] == nil }
  }

  /// Checks the digests of the applied migrations against the known ones. A database begins with
  /// either the first migration of this program or all of those that it replaced.
  private func check(
    _ applied: [Int: String], against known: [Int: String]
  ) throws(MigrationError) {
    var known = known
    if let replaced, applied.keys.contains(where: { $0 < replaced.digests.count }) {
      let versions = 1...replaced.digests.count
      let last = versions.prefix { applied[$0] != nil }.count
      guard last == versions.count else { throw .tooOld(version: last, build: replaced.build) }
      known.merge(zip(versions, replaced.digests)) { $1 }
    }
    for version in applied.keys.sorted() where known[version] == nil {
      throw .unknown(version: version)
    }
    for version in applied.keys.sorted() {
      guard let stored = applied[version], let own = known[version], stored != own else { continue }
      throw .changed(version: version, stored: stored, own: own)
    }
  }

  /// Returns the digests of this program's migrations.
  private func knownDigests(on connection: isolated Connection) throws -> [Int: String] {
    var digests: [Int: String] = [:]
    for migration in migrations {
      digests[migration.version] = try connection.query(Self.digest, migration.sql)[0].decode()
    }
    return digests
  }

  private func appliedDigests(on connection: isolated Connection) throws -> [Int: String] {
    guard try connection.query(Self.exists)[0].decode(Bool.self) else { return [:] }
    let applied = try connection.query(Self.applied).decode((Int32, String).self)
    return Dictionary(uniqueKeysWithValues: applied.map { (Int($0), $1) })
  }

  /// Applies a migration; returns false if another program has applied it already.
  private func apply(_ migration: Migration, _ pool: Pool) async throws -> Bool {
    try await pool.withTransaction { connection in
      try connection.query(Self.lock, AdvisoryLock.migrator.rawValue)
      guard try appliedDigests(on: connection)[migration.version] == nil else { return false }
      try connection.script(migration.sql)
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
  private static let applied = Statement(
    unsafeSQL: "select version, encode(digest, 'hex') from schema_migration")
  private static let digest = Statement(
    unsafeSQL: "select encode(sha256(convert_to($1::text, 'UTF8')), 'hex')")
  private static let record = Statement(
    unsafeSQL: """
      insert into schema_migration (version, name, digest)
      values ($1::integer, $2::text, sha256(convert_to($3::text, 'UTF8')))
      """)
}
