/// One step of the schema, forward only.
package struct Migration: Sendable, Hashable {
  package let version: Int
  package let name: String
  package let sql: String

  package init(version: Int, name: String, sql: String) {
    self.version = version
    self.name = name
    self.sql = sql
  }
}

/// Why the schema was left as it is.
package enum MigrationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A migration that was applied reads otherwise now.
  case changed(version: Int)
  /// The database is newer than this program.
  case unknown(version: Int)

  package var description: String {
    switch self {
    case .changed(let version):
      "migration \(version) was applied in another wording: restore the program it came from"
    case .unknown(let version):
      "the database has migration \(version), which this program does not know: use a newer one"
    }
  }
}

/// Brings the schema forward, each step in a transaction of its own, one program at a time.
package struct Migrator: Sendable {
  private let migrations: [Migration]

  package init(migrations: [Migration]) {
    self.migrations = migrations.sorted { $0.version < $1.version }
  }

  /// Applies what is missing, and returns it.
  package func migrate(_ pool: Pool) async throws -> [Migration] {
    try await pool.withConnection { connection in
      try await connection.transaction { connection in
        try connection.query(Self.lock)
        try connection.script(Self.table)
      }
    }
    var applied: [Migration] = []
    for migration in try await pending(pool) where try await apply(migration, pool) {
      applied.append(migration)
    }
    return applied
  }

  /// What is not applied yet. Throws where what is applied is not what we know.
  package func pending(_ pool: Pool) async throws -> [Migration] {
    let applied = try await pool.withConnection { connection in
      try await appliedDigests(on: connection)
    }
    for (version, _) in applied where !migrations.contains(where: { $0.version == version }) {
      throw MigrationError.unknown(version: version)
    }
    for migration in migrations {
      guard let digests = applied[migration.version] else { continue }
      let digest = try await pool.withConnection { connection in
        try await connection.query(Self.digest, migration.sql).first?.get(0, as: [UInt8].self)
      }
      guard digests == digest else { throw MigrationError.changed(version: migration.version) }
    }
    return migrations.filter { applied[$0.version] == nil }
  }

  private func appliedDigests(on connection: isolated Connection) throws -> [Int: [UInt8]] {
    guard try connection.query(Self.exists).first?.get(0) == true else { return [:] }
    var digests: [Int: [UInt8]] = [:]
    for row in try connection.query(Self.applied) {
      digests[Int(try row.get(0, as: Int32.self))] = try row.get(1)
    }
    return digests
  }

  /// False where another program was faster.
  private func apply(_ migration: Migration, _ pool: Pool) async throws -> Bool {
    try await pool.withTransaction { connection in
      try connection.query(Self.lock)
      guard try appliedDigests(on: connection)[migration.version] == nil else { return false }
      try connection.script(migration.sql)
      try connection.query(Self.record, Int32(migration.version), migration.name, migration.sql)
      return true
    }
  }

  private static let lock = Statement(unsafeSQL: "select pg_advisory_xact_lock(1701209709, 0)")
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
  private static let applied = Statement(unsafeSQL: "select version, digest from schema_migration")
  private static let digest = Statement(unsafeSQL: "select sha256(convert_to($1::text, 'UTF8'))")
  private static let record = Statement(
    unsafeSQL: """
      insert into schema_migration (version, name, digest)
      values ($1::integer, $2::text, sha256(convert_to($3::text, 'UTF8')))
      """)
}
