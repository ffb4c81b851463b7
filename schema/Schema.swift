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
  package static let applicationRights = String(
    decoding: PackageResources.application_rights_sql, as: UTF8.self)

  /// The whole schema at one number, then each step after it.
  package static let migrations: [SchemaMigration] = [
    migration(15, "baseline", chapters),
    migration(16, "plain_words", [PackageResources._016_plain_words_sql]),
    migration(17, "lanes", [PackageResources._017_lanes_sql]),
    migration(18, "ownership", [PackageResources._018_ownership_sql]),
    migration(19, "rules_2", [PackageResources._019_rules_2_sql]),
    migration(20, "customers", [PackageResources._020_customers_sql]),
    migration(21, "catalog_in_tenure", [PackageResources._021_catalog_in_tenure_sql]),
    migration(22, "wallets_of_coins", [PackageResources._022_wallets_of_coins_sql]),
    migration(23, "delivered_elsewhere", [PackageResources._023_delivered_elsewhere_sql]),
    migration(24, "names_told", [PackageResources._024_names_told_sql]),
    migration(29, "pause", [PackageResources._029_pause_sql]),
    migration(30, "next_looks", [PackageResources._030_next_looks_sql]),
    migration(31, "key_reach", [PackageResources._031_key_reach_sql]),
    migration(32, "narrow_rights", [PackageResources._032_narrow_rights_sql]),
    migration(33, "one_engine", [PackageResources._033_one_engine_sql]),
    migration(34, "event_row", [PackageResources._034_event_row_sql]),
    migration(35, "joined_rows", [PackageResources._035_joined_rows_sql]),
    migration(
      40, "purchases_without_price", [PackageResources._040_purchases_without_price_sql]),
    migration(50, "generations", [PackageResources._050_generations_sql]),
    migration(51, "binary_states", [PackageResources._051_binary_states_sql]),
    migration(52, "journal", [PackageResources._052_journal_sql]),
    migration(53, "period_closes", [PackageResources._053_period_closes_sql]),
    migration(54, "apple_files", [PackageResources._054_apple_files_sql]),
    migration(55, "end_reasons", [PackageResources._055_end_reasons_sql]),
    migration(
      56, "commission_in_the_journal",
      [PackageResources._056_commission_in_the_journal_sql]),
    migration(57, "period_totals", [PackageResources._057_period_totals_sql]),
    migration(58, "days_of_apple_files", [PackageResources._058_days_of_apple_files_sql]),
    migration(61, "ends_of_retry", [PackageResources._061_ends_of_retry_sql]),
    migration(
      62, "products_of_app_purchases",
      [PackageResources._062_products_of_app_purchases_sql]),
    migration(64, "payments_left", [PackageResources._064_payments_left_sql]),
    migration(65, "apps_of_chains", [PackageResources._065_apps_of_chains_sql]),
    migration(66, "events_left_out", [PackageResources._066_events_left_out_sql]),
    migration(68, "number_of_epoch", [PackageResources._068_number_of_epoch_sql]),
    migration(69, "posters_of_receipts", [PackageResources._069_posters_of_receipts_sql]),
    migration(
      70, "notification_reaches", [PackageResources._070_notification_reaches_sql]),
    migration(71, "backfill_known", [PackageResources._071_backfill_known_sql]),
    migration(72, "master_keys", [PackageResources._072_master_keys_sql]),
    migration(73, "place_of_the_ledger", [PackageResources._073_place_of_the_ledger_sql]),
    migration(
      76, "notification_rejections", [PackageResources._076_notification_rejections_sql]),
    migration(77, "differing_rows", [PackageResources._077_differing_rows_sql]),
    migration(90, "sealed_books", [PackageResources._090_sealed_books_sql]),
    migration(94, "uses_of_keys", [PackageResources._094_uses_of_keys_sql]),
    migration(95, "promotions", [PackageResources._095_promotions_sql]),
    migration(97, "told_keys", [PackageResources._097_told_keys_sql]),
    migration(98, "projected_rows", [PackageResources._098_projected_rows_sql]),
    migration(99, "running_servers", [PackageResources._099_running_servers_sql]),
    migration(100, "moments_of_imports", [PackageResources._100_moments_of_imports_sql]),
  ]

  /// The objects of the migrated schema that guard data, one a line: `verify` and `doctor` compare a database
  /// with them. A test compares the list with a database that was just migrated.
  package static let objects = String(decoding: PackageResources.objects_txt, as: UTF8.self)
    .split(separator: "\n").map(String.init)

  /// The number of the newest migration.
  package static let version = migrations.last?.version ?? 0

  /// The number of the schema of the oldest ledger with events that can be brought forward. The
  /// migration of this number refuses older ones.
  package static let oldestLedger = 65

  /// The oldest released program with ledgers that can be brought forward.
  package static let oldestProgram = "0.9.0"

  /// The SHA-256 of each migration that the baseline replaces, numbered from 1. A database that has
  /// them all goes on after the baseline.
  package static let replacedDigests = [
    "c31dee61584fa166a1aa4806c6a7ceeedb994a93672850644dd77d8506f0dad5",
    "80c8f3cc8924c82cc74b02242bcc493ec492d41be7dc0a01df8584c929e261e9",
    "703f76b08a50a934751541efb421c8f671eff409a6ee12430d049d6e45bbe41b",
    "6e1a1d4cdcddcba39f6fa5196e73d719d22071bd0d0963fba15ca281ca81d6c9",
    "7f4dcab701556cb73caf207861500b0bb3eb6cff39223b302c6d5d198002a99a",
    "46154eb2b2814db49e79a5b095a9068f8bc1982979c9392dfb415df96d373e25",
    "848adb423f9d2ddcf4c84ee545eaadefcfb3eb75b0d2d9a328124ca038b5b233",
    "26836cdded633d04e695eea9fa2c0b7ea2a35bbae9416f504b4bb9b39da83171",
    "6fd3638a73b63ef919f804f6ca155afa55590181d1cd7675dce444a29496972c",
    "d8a35da9ed5259d4cb3dc531eff7780fe1699b00488f3352aa46b362d897fcd0",
    "eae6ba746baccf104a256b847eeaa58a92a19be487ecf2d09f2e1744a6fa0e49",
    "f8529192d166d78326a00538468a5d9e4c3e017253453331ecbe0c88f8764409",
    "754e304a5208ebc9750f61b33baf77b8735fa6cfba799621c3e9457546b786dc",
    "fe355b62528336553125f8eaed91ec4f33f2f6d75ecf02725857f563cb1c58b8",
    "64b306c79b5d8b7ba5b7194cdb86963920056c44393fe34c77302eed85f05205",
  ]

  /// The commit whose build applies the migrations that the baseline replaces.
  package static let replacedBuild = "d7d37d0"

  /// The chapters of the baseline in reading order.
  private static let chapters = [
    PackageResources._1_installation_sql,
    PackageResources._2_log_sql,
    PackageResources._3_evidence_sql,
    PackageResources._4_append_only_sql,
    PackageResources._5_partitions_sql,
    PackageResources._6_readable_events_sql,
    PackageResources._7_access_sql,
    PackageResources._8_projections_sql,
    PackageResources._9_tenure_sql,
    PackageResources._0_grants_sql,
    PackageResources._1_outbox_sql,
    PackageResources._2_reconciliation_sql,
    PackageResources._3_roles_sql,
  ]

  private static func migration(
    _ version: Int, _ name: String, _ files: [[UInt8]]
  ) -> SchemaMigration {
    SchemaMigration(
      version: version, name: name,
      sql: files.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n"))
  }
}
