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
/// that one replaced them. A database that has all of them goes on with the second migration.
package struct ReplacedMigrations: Sendable, Hashable {
  /// The SHA-256 of each migration's SQL in hexadecimal, numbered from 1. The last one has the
  /// number of the migration that replaced them.
  package let digests: [String]
  /// The commit whose build applies them.
  package let build: String

  package init(digests: [String], build: String) {
    self.digests = digests
    self.build = build
  }
}

/// The reason for which the schema was not migrated.
package enum MigrationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The SQL of an applied migration differs from the one in this program.
  case changed(version: Int)
  /// The database is newer than this program.
  case unknown(version: Int)
  /// The database stops before the first number from which this program can continue.
  case tooOld(version: Int, build: String)

  package var description: String {
    switch self {
    case .changed(let version):
      "migration \(version) was applied in another wording: restore the program it came from"
    case .unknown(let version):
      "the database has migration \(version), which this program does not know: use a newer one"
    case .tooOld(let version, let build):
      "the database stops at migration \(version), which this program cannot continue: migrate it "
        + "with the build of \(build) first"
    }
  }
}
