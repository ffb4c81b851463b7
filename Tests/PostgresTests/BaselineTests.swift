import Foundation
import Postgres
import TestSupport
import Testing

/// The one schema at number 15 against the fifteen migrations that made it before, which are kept as
/// commit d7d37d0 had them.
struct BaselineTests {
  private static let blank = ScratchDatabase(migrations: [])
  private static let migrator = Migrator(
    migrations: MigratedDatabase.migrations, replaced: MigratedDatabase.replaced)

  @Test func `makes the schema that the fifteen migrations made`() async throws {
    let fifteen = try await catalog { pool in
      let applied = try await Migrator(migrations: Self.fifteen()).migrate(pool)
      #expect(applied.count == 15)
    }
    let baseline = try await catalog { pool in
      let first = try #require(MigratedDatabase.migrations.first)
      let applied = try await Migrator(migrations: [first]).migrate(pool)
      #expect(applied.map(\.version) == [15])
    }
    try #require(baseline.lines.count > 1_000, "comparing nothing with nothing would prove nothing")
    #expect(fifteen.difference(to: baseline) == [])
  }

  @Test func `leads to the same schema as an upgrade from the fifteen migrations`() async throws {
    let later = MigratedDatabase.migrations.dropFirst()
    let upgraded = try await catalog { pool in
      _ = try await Migrator(migrations: Self.fifteen()).migrate(pool)
      #expect(try await Self.migrator.migrate(pool) == Array(later))
      #expect(try await Self.migrator.pending(pool).isEmpty)
    }
    let fresh = try await catalog { pool in
      let applied = try await Self.migrator.migrate(pool)
      #expect(applied == MigratedDatabase.migrations)
      #expect(try await Self.migrator.pending(pool).isEmpty)
    }
    #expect(upgraded.difference(to: fresh) == [])
  }

  @Test(arguments: [
    "alter table receipt alter column changed_at drop not null",
    "alter table chain_watch alter column app set default 'a'",
    "alter table evidence alter column body set storage extended",
    "alter table evidence_p1 set (toast_tuple_target = 4080)",
    "alter table lane_batch drop constraint batch_not_empty",
    "alter table sweep add column other text",
    "drop index errand_due_of_app",
    "drop trigger is_not_emptied on event_p0",
    "alter table event disable trigger is_append_only",
    "revoke insert on receipt from daicho_app",
    "grant update (lanes) on installation to daicho_app",
    "grant execute on function extend_partitions() to public",
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin end'",
    "drop view event_readable",
    "comment on column chain.state is 'other'",
    "delete from event_type where type = 19",
  ])
  func `would show this difference`(change: String) async throws {
    try await Self.blank.withScratchDatabase { pool in
      let first = try #require(MigratedDatabase.migrations.first)
      _ = try await Migrator(migrations: [first]).migrate(pool)
      let before = try await Catalog(of: pool)
      try await pool.withConnection { try await $0.script(change) }
      let after = try await Catalog(of: pool)
      #expect(before.difference(to: after) != [])
    }
  }

  @Test(arguments: [1, 9, 14])
  func `rejects a database that stops before it, and names the build to use`(last: Int) async throws
  {
    try await Self.blank.withScratchDatabase { pool in
      let earlier = try Self.fifteen().prefix(last)
      _ = try await Migrator(migrations: Array(earlier)).migrate(pool)
      let error = await #expect(throws: MigrationError.self) {
        try await Self.migrator.migrate(pool)
      }
      #expect(
        error?.description == "the database stops at migration \(last), which this program cannot "
          + "continue: migrate it with the build of d7d37d0 first")
    }
  }

  /// Returns the migrations that the baseline replaced. Each begins with a line that names its file.
  private static func fifteen() throws -> [Migration] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/schema_d7d37d0.sql")
    return try String(contentsOf: file, encoding: .utf8)
      .split(separator: "-- migration: ").enumerated().map { index, text in
        let (name, sql) = (text.prefix { $0 != "\n" }, text.drop { $0 != "\n" }.dropFirst())
        return Migration(version: index + 1, name: String(name), sql: String(sql))
      }
  }

  /// Returns the catalog of a new database after some work.
  private func catalog(after work: @Sendable (Pool) async throws -> Void) async throws -> Catalog {
    try await Self.blank.withScratchDatabase { pool in
      try await work(pool)
      return try await Catalog(of: pool)
    }
  }
}
