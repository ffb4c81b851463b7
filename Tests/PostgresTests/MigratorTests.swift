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

  @Test func `a lost record is told with the statement that writes it again`() async throws {
    try await blank.withScratchDatabase { pool in
      let migrator = Migrator(migrations: [first, second])
      _ = try await migrator.migrate(pool)
      for version in [2, 1] {
        try await pool.withConnection {
          try await $0.script("delete from schema_migration where version >= \(version)")
        }
        let error = await #expect(throws: MigrationError.self) { try await migrator.migrate(pool) }
        #expect(error?.finding.contains("no row of migration \(version)") == true)
      }
      for version in [1, 2] {
        let error = await #expect(throws: MigrationError.self) { try await migrator.migrate(pool) }
        #expect(error?.finding.contains("no row of migration \(version)") == true)
        let statement = try #require(
          error?.remedy.split(separator: "`").first { $0.hasPrefix("insert") })
        try await pool.withConnection { try await $0.script(String(statement)) }
      }
      #expect(try await migrator.pending(pool).isEmpty)
    }
  }

  @Test func `a new database begins with the migration that replaced others`() async throws {
    try await blank.withScratchDatabase { pool in
      let applied = try await successor.migrate(pool)
      #expect(applied == [both, third])
      #expect(try await successor.pending(pool).isEmpty)
    }
  }

  @Test func `a database of all replaced migrations is adopted and goes on`() async throws {
    try await blank.withScratchDatabase { pool in
      _ = try await Migrator(migrations: [first, second]).migrate(pool)
      #expect(try await successor.pending(pool) == [both, third])
      #expect(try await successor.migrate(pool) == [both, third])
      #expect(try await successor.migrate(pool).isEmpty)
      let rows = try await pool.withConnection { connection in
        try await connection.query(
          Statement(unsafeSQL: "select (select count(*) from two), (select count(*) from adopted)"))
      }
      let counts = try rows[0].decode((Int64, Int64).self)
      #expect(counts == (1, 0))
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
      await #expect(throws: MigrationError.others(build: "abc1234")) {
        try await successor.migrate(pool)
      }
    }
  }

  @Test func `a database is blank until a migration is recorded`() async throws {
    try await blank.withScratchDatabase { pool in
      #expect(try await successor.isBlank(pool))
      _ = try await successor.migrate(pool)
      #expect(try await !successor.isBlank(pool))
    }
  }

  /// The migrator of a later program, whose migration 2 replaces the first two.
  private var successor: Migrator {
    Migrator(
      migrations: [both, third],
      replaced: ReplacedMigrations(
        digest: "77251c6d2a24ade5baff3c727d932568f4147cf0ee15e659b397f5c2de1a0121",
        build: "abc1234", adoption: "create table adopted (id int)"))
  }
}
