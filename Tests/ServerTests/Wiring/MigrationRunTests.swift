import EventStore
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Server

/// `migrate` by a login that is a member of the application's role and owns nothing.
struct MigrationRunTests {
  /// Lends settings with such a login for the database of a ledger.
  private func withLeastLogin(
    _ body: @escaping @Sendable (Settings, TestLedger) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      let login = "least_\(UInt32.random(in: .min ... .max))"
      let name = try await ledger.owner.withConnection { connection in
        try await connection.query(Statement(unsafeSQL: "select current_database()::text"))
          .decode(String.self)[0]
      }
      let owner = ledger.owner
      try await Database.rights.ensure(owner)
      let role = try await ledger.applicationRole()
      try await owner.withConnection { connection in
        try await connection.script(
          "create role \(login) login password 'least' in role \(role)")
      }
      do {
        let url = try await TestServer.url(of: name, as: login, password: "least")
        try await body(try Settings(environment: ["DATABASE_URL": url]), ledger)
      } catch {
        try await owner.withConnection { try await $0.script("drop role \(login)") }
        throw error
      }
      try await owner.withConnection { try await $0.script("drop role \(login)") }
    }
  }

  @Test func `a login of least right finds nothing to do`() async throws {
    try await withLeastLogin { settings, ledger in
      let result = try await MigrationRun(settings).run(lanes: nil)
      #expect(result.applied == 0)
      #expect(result.lanes == ledger.log.installation.laneCount)
    }
  }

  @Test func `a login of least right is told whose work a migration is`() async throws {
    try await withLeastLogin { settings, ledger in
      try await ledger.owner.withConnection { connection in
        try await connection.script(
          "delete from schema_migration where version = (select max(version) from schema_migration)"
        )
      }
      let failure = await #expect(throws: Failure.self) {
        try await MigrationRun(settings).run(lanes: nil)
      }
      #expect(failure?.description.contains("may not change the schema, and 1 migrations") == true)
      #expect(failure?.description.contains("the login that owns the database") == true)
    }
  }
}
