import Postgres
import TestSupport
import Testing

/// A ledger whose log an earlier program wrote, with streams that name no app.
struct FormerLedgerTests {
  private static let appsOfChains = 65

  @Test func `is refused with the remedy, and an empty one is brought forward`() async throws {
    let earlier = MigratedDatabase.migrations.filter { $0.version < Self.appsOfChains }
    for hasChains in [false, true] {
      try await ScratchDatabase(migrations: []).withScratchDatabase { pool in
        _ = try await Migrator(migrations: earlier).migrate(pool)
        if hasChains {
          try await pool.withConnection { connection in
            try await connection.script(
              """
              insert into lane_batch (lane, first_position, last_position, root, chain, recorded_at)
              values (1, 1, 1, '\\x00', '\\x00', now())
              """)
          }
        }
        do {
          _ = try await Migrator(migrations: MigratedDatabase.migrations).migrate(pool)
          #expect(!hasChains)
        } catch {
          #expect(hasChains && "\(error)".contains("begin with another database"), "\(error)")
        }
      }
    }
  }
}
