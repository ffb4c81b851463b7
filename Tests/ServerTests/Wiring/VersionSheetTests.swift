import Postgres
import Release
import Schema
import Server
import TestSupport
import Testing

struct VersionSheetTests {
  @Test func `the sheet names program, commit, schema, rules and what it upgrades from`() {
    #expect(
      VersionSheet.text == """
        daicho 0.9.0
        commit development
        schema \(Schema.migrations.map(\.version).max() ?? 0)
        rules 6
        upgrades a ledger from schema 100, of any program since 0.9.0
        """)
  }

  @Test func `the oldest ledger is that of the baseline`() {
    #expect(Schema.migrations.first?.version == Schema.oldestLedger)
  }
}
