/// The migrations, in order; forward only, and never edited once they are in use.
package struct SchemaMigration: Sendable {
  package let version: Int
  package let name: String
  package let sql: String
}

package enum Schema {
  /// The role that may read and append, and nothing else where the log is concerned.
  package static let applicationRole = "daicho_app"

  package static let migrations: [SchemaMigration] = [
    migration(1, "events", PackageResources._001_events_sql),
    migration(2, "access", PackageResources._002_access_sql),
    migration(3, "chains", PackageResources._003_chains_sql),
    migration(4, "evidence", PackageResources._004_evidence_sql),
    migration(5, "guard", PackageResources._005_guard_sql),
    migration(6, "readable", PackageResources._006_readable_sql),
    migration(7, "event_types", PackageResources._007_event_types_sql),
    migration(8, "tenure", PackageResources._008_tenure_sql),
    migration(9, "coins", PackageResources._009_coins_sql),
    migration(10, "accounts", PackageResources._010_accounts_sql),
    migration(11, "grants", PackageResources._011_grants_sql),
    migration(12, "granting", PackageResources._012_granting_sql),
    migration(13, "outbox", PackageResources._013_outbox_sql),
    migration(14, "reconciliation", PackageResources._014_reconciliation_sql),
    migration(15, "openings", PackageResources._015_openings_sql),
  ]

  private static func migration(_ version: Int, _ name: String, _ sql: [UInt8]) -> SchemaMigration {
    SchemaMigration(version: version, name: name, sql: String(decoding: sql, as: UTF8.self))
  }
}
