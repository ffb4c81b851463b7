import Postgres
import TestSupport
import Testing

struct MigratorTests {
  private let first = Migration(version: 1, name: "one", sql: "create table one (id int)")
  private let second = Migration(
    version: 2, name: "two", sql: "create table two (id int); insert into two values (1)")
  private let both = Migration(
    version: 2, name: "both", sql: "create table one (id int); create table two (id int)")
  private let third = Migration(version: 3, name: "three", sql: "create table three (id int)")

  private let blank = ScratchDatabase(migrations: [])

  @Test func `missing migrations are applied in order, once`() async throws {
    try await blank.withScratchDatabase { pool in
      let migrator = Migrator(migrations: [second, first])
      let pending = try await migrator.pending(pool)
      #expect(pending == [first, second])
      #expect(try await migrator.migrate(pool) == [first, second])
      #expect(try await migrator.migrate(pool).isEmpty)
      #expect(try await migrator.pending(pool).isEmpty)
    }
  }

  @Test func `two programs migrating at once apply each migration once`() async throws {
    try await blank.withScratchDatabase { pool in
      let migrator = Migrator(migrations: [first, second])
      async let one = migrator.migrate(pool)
      async let other = migrator.migrate(pool)
      let applied = try await one + other
      #expect(applied.sorted { $0.version < $1.version } == [first, second])
    }
  }

  @Test func `a migration that fails leaves those before it and nothing of its own`() async throws {
    try await blank.withScratchDatabase { pool in
      let broken = Migration(
        version: 2, name: "broken", sql: "create table two (id int); select 1 / 0")
      await #expect(throws: (any Error).self) {
        try await Migrator(migrations: [first, broken]).migrate(pool)
      }
      let migrator = Migrator(migrations: [first, second])
      let applied = try await migrator.migrate(pool)
      #expect(applied == [second])
    }
  }

  @Test func `a migration that was applied in another wording is rejected`() async throws {
    try await blank.withScratchDatabase { pool in
      _ = try await Migrator(migrations: [first]).migrate(pool)
      let changed = Migration(version: 1, name: "one", sql: first.sql + " ")
      let error = await #expect(throws: MigrationError.self) {
        try await Migrator(migrations: [changed, second]).migrate(pool)
      }
      guard case .changed(1, let stored, let own) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(stored.count == 64 && own.count == 64 && stored != own)
      #expect(error?.finding.contains("\(stored) in table schema_migration, and \(own)") == true)
      let statement = try #require(
        error?.remedy.split(separator: "`").first { $0.hasPrefix("update") })
      try await pool.withConnection { try await $0.script(String(statement)) }
      #expect(try await Migrator(migrations: [changed]).pending(pool).isEmpty)
    }
  }

  @Test func `a database newer than the program is rejected`() async throws {
    try await blank.withScratchDatabase { pool in
      _ = try await Migrator(migrations: [first, second]).migrate(pool)
      await #expect(throws: MigrationError.unknown(version: 2)) {
        try await Migrator(migrations: [first]).migrate(pool)
      }
    }
  }

  @Test func `a new database begins with the migration that replaced others`() async throws {
    try await blank.withScratchDatabase { pool in
      let applied = try await successor.migrate(pool)
      #expect(applied == [both, third])
      #expect(try await successor.pending(pool).isEmpty)
    }
  }

  @Test func `a database of all replaced migrations goes on after them`() async throws {
    try await blank.withScratchDatabase { pool in
      _ = try await Migrator(migrations: [first, second]).migrate(pool)
      #expect(try await successor.migrate(pool) == [third])
      #expect(try await successor.pending(pool).isEmpty)
    }
  }

  @Test func `a database that stops among the replaced migrations is rejected`() async throws {
    try await blank.withScratchDatabase { pool in
      _ = try await Migrator(migrations: [first]).migrate(pool)
      await #expect(throws: MigrationError.tooOld(version: 1, build: "abc1234")) {
        try await successor.migrate(pool)
      }
    }
  }

  @Test func `a replaced migration that was applied in another wording is rejected`() async throws {
    try await blank.withScratchDatabase { pool in
      let changed = Migration(version: 1, name: "one", sql: first.sql + " ")
      _ = try await Migrator(migrations: [changed, second]).migrate(pool)
      let error = await #expect(throws: MigrationError.self) {
        try await successor.migrate(pool)
      }
      #expect(error?.finding.hasPrefix("migration 1 has the digest") == true)
    }
  }

  /// The migrator of a later program, whose migration 2 replaces the first two.
  private var successor: Migrator {
    Migrator(
      migrations: [both, third],
      replaced: ReplacedMigrations(
        digests: [
          "b743a4c1742320e8f4883d2e15d9632a06c7ab088f94050fdddc1cc57e216d17",
          "9b41af8a751671aefa181b0e55c77ce20e783accad6d591b9f8ca39be513a28f",
        ],
        build: "abc1234"))
  }
}
