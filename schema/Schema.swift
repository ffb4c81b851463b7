/// One migration of the database schema. Migrations go forward only and are never edited once they
/// are in use.
package struct SchemaMigration: Sendable {
  package let version: Int
  package let name: String
  package let sql: String
}

package enum Schema {
  /// The function of a ledger that returns the name of the application's role. On the event log the role
  /// may read and append, and nothing else.
  package static let applicationRole = "public.application_role()"

  /// The query for the statements that make the role and bring its rights to what they must be.
  package static let applicationRights = text(PackageResources.application_rights_sql)

  /// The whole schema at one number, then each step after it.
  package static let migrations: [SchemaMigration] = [
    SchemaMigration(
      version: oldestLedger, name: "baseline",
      sql: chapters.map(text).joined(separator: "\n"))
  ]

  /// The objects of the migrated schema that guard data, one a line: `verify` and `doctor` compare a database
  /// with them. A test compares the list with a database that was just migrated.
  package static let objects = text(PackageResources.objects_txt)
    .split(separator: "\n").map(String.init)

  /// The number of the newest migration.
  package static let version = migrations.last?.version ?? 0

  /// The number of the schema of the oldest ledger that can be brought forward: that of the baseline.
  package static let oldestLedger = 100

  /// The oldest released program with ledgers that can be brought forward.
  package static let oldestProgram = "0.9.0"

  /// The SHA-256 of the records of the numbered migrations that the baseline replaces, in order: a line for each,
  /// with its number, a space, and its digest.
  package static let replacedDigest =
    "4066f8b12a7d2176fbd5445e44e47f4b643291087e6b20822f7ef2012c70d65e"

  /// The commit whose build applies the migrations that the baseline replaces.
  package static let replacedBuild = "1a823cae"

  /// The statements that make of their database the one that the baseline makes.
  package static let adoption = text(PackageResources.adoption_sql)

  /// The chapters of the baseline in reading order.
  private static let chapters = [
    PackageResources._1_installation_sql,
    PackageResources._2_log_sql,
    PackageResources._3_evidence_sql,
    PackageResources._4_keys_sql,
    PackageResources._5_append_only_sql,
    PackageResources._6_partitions_sql,
    PackageResources._7_readable_events_sql,
    PackageResources._8_access_sql,
    PackageResources._9_chains_sql,
    PackageResources._0_tenure_sql,
    PackageResources._1_commission_sql,
    PackageResources._2_grants_sql,
    PackageResources._3_consumers_sql,
    PackageResources._4_generations_sql,
    PackageResources._5_comparison_sql,
    PackageResources._6_books_sql,
    PackageResources._7_outbox_sql,
    PackageResources._8_reconciliation_sql,
  ]

  private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
}
