import EventStore
import Foundation
import Intake
import Ledger
import Logging
import Postgres
import Projections
import Schema
import TestSupport
import Testing

@testable import Server

struct SchemaComparisonTests {
  private static func findings(_ ledger: TestLedger) async throws -> [String] {
    let objects = try await Inspection(ledger.pool).schemaObjects()
    return SchemaComparison.findings(objects).map(\.description)
  }

  @Test func `the list of objects is the one of a database that was just migrated`() async throws {
    try await TestLedger.with { ledger in
      let objects = try await Inspection(ledger.pool).schemaObjects()
      let lines = Set(objects.map(\.line))
      let file = FileManager.default.temporaryDirectory.appending(path: "objects.txt")
      let isSame = lines == Set(Schema.objects)
      if !isSame {
        try (lines.sorted().joined(separator: "\n") + "\n")
          .write(to: file, atomically: true, encoding: .utf8)
      }
      #expect(isSame, "after a migration: cp \(file.path) schema/objects.txt")
    }
  }

  @Test(arguments: [
    (
      "create or replace function reject_change() returns trigger language plpgsql as "
        + "'begin return new; end'",
      "reject_change(): its body is not the one of this program's schema"
    ),
    (
      "alter table event_key drop constraint event_key_pkey",
      "table event_key: constraint PRIMARY KEY (lane, moment, key) is missing"
    ),
    (
      "alter table event_p1 disable trigger is_append_only",
      "table event_p1: trigger CREATE TRIGGER is_append_only BEFORE DELETE OR UPDATE FOR EACH ROW "
        + "EXECUTE FUNCTION reject_change() is missing"
    ),
    (
      "grant update on period_report to $role",
      "table period_report: right the application may update is there, and this program's schema has none"
    ),
    (
      "grant insert on event to public",
      "table event: right everyone may insert is there, and this program's schema has none"
    ),
    (
      "alter table installation drop constraint lanes_positive",
      "table installation: constraint CHECK (((lanes >= 1) AND (lanes <= 1024))) is missing"
    ),
    (
      "alter table coin_grant alter column amount drop not null",
      "table coin_grant: column amount bigint not null is missing"
    ),
    (
      "create rule nothing as on insert to job do instead nothing",
      "table job: rule CREATE RULE nothing AS"
    ),
    (
      "alter table chain enable row level security",
      "table chain: table table with policies of rows is there"
    ),
    ("alter table job set unlogged", "table job: table table without a log is there"),
    (
      "revoke execute on function pause_ledger(text) from $role",
      "pause_ledger(text): right the application may execute is missing"
    ),
    ("drop table known_store", "table known_store: it is missing"),
    (
      "drop index event_of_stream", "table event_p0: index USING btree (lane, stream, \"position\")"
    ),
  ])
  func `an altered object is named`(sql: String, finding: String) async throws {
    try await TestLedger.with { ledger in
      #expect(try await Self.findings(ledger) == [])
      let sql = sql.replacing("$role", with: try await ledger.applicationRole())
      try await ledger.owner.withConnection { try await $0.script(sql) }
      let found = try await Self.findings(ledger)
      #expect(found.contains { $0.hasPrefix(finding) }, "\(found)")
    }
  }

  @Test func `a table, an index and a reader beside the program's own are no findings`()
    async throws
  {
    try await TestLedger.with { ledger in
      let role = "reader_\(UUID().uuidString.prefix(8).lowercased())"
      try await ledger.owner.withConnection { connection in
        try await connection.script(
          """
          create role \(role);
          create table notes (text text);
          create index notes_of_events on event (product);
          grant select on event to \(role);
          """)
        let found = try await Self.findings(ledger)
        try await connection.script("drop owned by \(role); drop role \(role)")
        #expect(found == [])
      }
    }
  }

  @Test func `projections that were rebuilt and switched have the same objects`() async throws {
    try await TestLedger.with { ledger in
      let transaction = TestLedger.transaction(
        "2000", chain: "2000", from: .init(day: "2026-04-01"), to: .init(day: "2026-05-01"))
      _ = try await ledger.intake.notifications.receive(
        notification: try ledger.notification("SUBSCRIBED", transaction))
      try await ledger.project()
      _ = try await Rebuild(pool: ledger.pool, log: ledger.log, logger: Logger(label: "test")).run()
      #expect(try await Self.findings(ledger) == [])
    }
  }

  @Test func `verify and doctor both tell of it`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.owner.withConnection {
        try await $0.script("alter table event_key drop constraint event_key_pkey")
      }
      let report = try await Verification(pool: ledger.pool, log: ledger.log)
        .report(now: TestLedger.now)
      #expect(report.broken.contains { $0.place == "table event_key" })
      let findings = await DatabaseExamination(
        pool: ledger.pool, owner: ledger.owner,
        migrator: Migrator(migrations: MigratedDatabase.migrations), keyring: ledger.keyring,
        isEmbedded: true, now: { .init(Date()) }
      ).findings()
      let guards = findings.first { $0.check == "guards" }
      #expect(guards?.verdict == .fail && guards?.found.contains("event_key") == true)
    }
  }
}
