import EventStore
import Foundation
import Intake
import Ledger
import Postgres
import Schema
import TestSupport
import Testing

@testable import Server

/// A ledger that the numbered migrations made, before one schema replaced them.
struct AdoptionTests {
  /// The records of the numbered migrations, a line for each.
  private static func records() throws -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/replaced_migrations.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// Makes of a ledger one with these records, and with the objects that the one schema has no more.
  private static func age(_ ledger: TestLedger, _ records: [String]) async throws {
    let rows = records.map { record in
      let parts = record.split(separator: " ")
      return "(\(parts[0]), 'numbered', '\\x\(parts[1])')"
    }
    try await ledger.script(
      """
      alter table installation add column former_keys_until timestamptz;
      create or replace function compared_columns(item name) returns text
      language plpgsql stable set search_path = public, pg_temp as $$
      begin
        return item;
      end
      $$;
      delete from schema_migration;
      insert into schema_migration (version, name, digest)
      values \(rows.joined(separator: ", "))
      """)
  }

  @Test func `is adopted as it is, once`() async throws {
    try await TestLedger.with { ledger in
      let transaction = TestLedger.transaction(
        "2000", chain: "2000", from: .init(day: "2026-04-01"), to: .init(day: "2026-05-01"))
      _ = try await ledger.intake.notifications.receive(
        notification: try ledger.notification("SUBSCRIBED", transaction))
      try await ledger.project()
      let installation = try await Installation.read(ledger.owner)
      let position = try await ledger.log.position()
      try await Self.age(ledger, try Self.records())

      #expect(try await Database.migrator.pending(ledger.owner).map(\.version) == [Schema.version])
      #expect(try await !Database.migrator.isBlank(ledger.owner))
      #expect(try await Database.migrator.migrate(ledger.owner).map(\.version) == [Schema.version])
      #expect(try await Database.migrator.migrate(ledger.owner).isEmpty)

      #expect(try await ledger.count("select count(*) from schema_migration") == 1)
      let objects = try await Inspection(ledger.pool).schemaObjects()
      #expect(SchemaComparison.findings(objects).map(\.description) == [])
      #expect(try await Installation.read(ledger.owner) == installation)
      #expect(try await ledger.log.position() == position)
      let report = try await Verification(pool: ledger.pool, log: ledger.log)
        .report(now: TestLedger.now)
      #expect(report.broken.isEmpty, "\(report.broken)")
    }
  }

  @Test func `is adopted once by two programs at the same time`() async throws {
    try await TestLedger.with { ledger in
      try await Self.age(ledger, try Self.records())
      let owner = ledger.owner
      async let one = Database.migrator.migrate(owner)
      async let other = Database.migrator.migrate(owner)
      let applied = try await one + other
      #expect(applied.map(\.version) == [Schema.version])
    }
  }

  @Test(arguments: [1, 20, 46])
  func `that lacks migrations is refused with the build to use, and left alone`(count: Int)
    async throws
  {
    try await TestLedger.with { ledger in
      let records = try Self.records().prefix(count)
      try await Self.age(ledger, Array(records))
      let last = try #require(records.last?.split(separator: " ").first)
      let error = await #expect(throws: MigrationError.self) {
        try await Database.migrator.migrate(ledger.owner)
      }
      #expect(
        error?.description == "the database stops at migration \(last), which this program cannot "
          + "continue: migrate it with the build of \(Schema.replacedBuild) first")
      #expect(try await ledger.count("select count(*) from schema_migration") == Int64(count))
    }
  }

  @Test func `with other migrations is refused with the remedy`() async throws {
    try await TestLedger.with { ledger in
      var records = try Self.records()
      records.remove(at: 7)
      try await Self.age(ledger, records)
      let error = await #expect(throws: MigrationError.others(build: Schema.replacedBuild)) {
        try await Database.migrator.migrate(ledger.owner)
      }
      #expect(error?.remedy.contains("begin with another database") == true)
    }
  }
}
