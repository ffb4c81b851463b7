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

/// The numbered migrations that made the same schema as the first migration of a program, before
/// that one replaced them. A database that has exactly them is adopted: its record becomes that of
/// the first migration.
package struct ReplacedMigrations: Sendable, Hashable {
  /// The SHA-256 of their records in hexadecimal. A record is a line with the number, a space and the
  /// digest of the SQL; the lines are in order.
  package let digest: String
  /// The commit whose build applies them.
  package let build: String
  /// The statements that make of their database the one of the first migration.
  package let adoption: String

  package init(digest: String, build: String, adoption: String) {
    self.digest = digest
    self.build = build
    self.adoption = adoption
  }
}

/// The reason for which the schema was not migrated.
package enum MigrationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The digest stored with an applied migration is not that of the SQL in this program.
  case changed(version: Int, stored: String, own: String)
  /// The database is newer than this program.
  case unknown(version: Int)
  /// The database stops before the first number from which this program can continue.
  case tooOld(version: Int, build: String)
  /// The records up to the first number are not those of the migrations that it replaced.
  case others(build: String)
  /// Objects that a migration creates are in the database already, and its record is not.
  case unrecorded(version: Int, name: String, own: String)

  package var description: String { "\(finding): \(remedy)" }

  package var finding: String {
    switch self {
    case .changed(let version, let stored, let own):
      "migration \(version) has the digest \(stored) in table schema_migration, and \(own) in this program"
    case .unknown(let version):
      "the database has migration \(version), which this program does not know"
    case .tooOld(let version, _):
      "the database stops at migration \(version), which this program cannot continue"
    case .others(let build):
      "the migrations in table schema_migration are not those of the build of \(build), from which "
        + "this program can continue"
    case .unrecorded(let version, _, _):
      "table schema_migration has no row of migration \(version), and the tables that it creates are there"
    }
  }

  package var remedy: String {
    switch self {
    case .changed(let version, _, let own):
      "run the program that migrated this database; if this is the one, the row was changed: run "
        + "`update schema_migration set digest = '\\x\(own)' where version = \(version)` as the owner of "
        + "the database, then `daicho verify`, which compares the schema"
    case .unknown: "use a newer program"
    case .tooOld(_, let build): "migrate it with the build of \(build) first"
    case .others:
      "run `daicho migrate` of that build, which names a changed row; if it finds none, begin with "
        + "another database, and fill it with `daicho ingest` and `daicho backfill`"
    case .unrecorded(let version, let name, let own):
      "the row was deleted, or the tables are of another program; if they are a ledger's, run `insert into "
        + "schema_migration (version, name, digest) values (\(version), '\(name)', '\\x\(own)')` as the owner of "
        + "the database, then `daicho verify`, which compares the schema; otherwise name another database"
    }
  }
}
