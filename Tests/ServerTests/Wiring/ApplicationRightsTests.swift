import Foundation
import Ledger
import Logging
import Postgres
import Schema
import TestSupport
import Testing

@testable import Server

/// The application's role and its rights, in one cluster with several ledgers and in another one.
struct ApplicationRightsTests {
  private static func name(_ ledger: TestLedger) async throws -> String {
    try await ledger.owner.withConnection { connection in
      try await connection.query(Statement(unsafeSQL: "select current_database()::text"))[0]
        .decode()
    }
  }

  private static func script(_ pool: Pool, _ sql: String) async throws {
    try await pool.withConnection { try await $0.script(sql) }
  }

  /// Returns the SQLSTATE with which a statement fails, or nil if it succeeds.
  private static func state(of statement: String, on connection: Connection) async throws -> String?
  {
    do {
      _ = try await connection.query(Statement(unsafeSQL: statement))
      return nil
    } catch PostgresError.server(let error) {
      return error.sqlState.rawValue
    }
  }

  @Test func `are those of the list, whatever was given or taken`() async throws {
    try await TestLedger.with { ledger in
      // The clone has the role of its template.
      #expect(try await Database.rights.ensure(ledger.owner) > 0)
      let role = try await ledger.applicationRole()
      let name = try await Self.name(ledger)
      #expect(role == "daicho_app_\(name)")
      #expect(try await Database.rights.missing(ledger.owner) == [])
      try await Self.script(
        ledger.owner,
        """
        revoke insert on event from \(role); grant delete on event to \(role);
        revoke update (revoked_at) on api_key from \(role);
        grant execute on function destroy_data_keys(smallint[], uuid[]) to public
        """)
      #expect(
        try await Database.rights.missing(ledger.owner) == [
          "revoke execute on function destroy_data_keys(smallint[],uuid[]) from public",
          "revoke DELETE on public.event from \(role)",
          "revoke UPDATE (last_used_at) on public.api_key from \(role)",
          "grant INSERT on public.event to \(role)",
          "grant UPDATE (last_used_at, revoked_at) on public.api_key to \(role)",
        ])
      #expect(try await Database.rights.ensure(ledger.owner) == 5)
      #expect(try await Database.rights.ensure(ledger.owner) == 0)
    }
  }

  @Test func `are granted by no migration, which only a first run would`() {
    for migration in Schema.migrations {
      let grants = migration.sql.split(separator: "\n").filter { $0.hasPrefix("grant ") }
      #expect(grants == [], "\(migration.name): add the right to application_rights.sql")
    }
  }

  @Test func `a login of one ledger has no rights in another one of the cluster`() async throws {
    try await TestLedger.with { first in
      try await TestLedger.with { second in
        for ledger in [first, second] { try await Database.rights.ensure(ledger.owner) }
        let login = "staging_\(UInt32.random(in: .min ... .max))"
        try await Self.script(
          first.owner,
          "create role \(login) login password 'x' in role \(try await first.applicationRole())")
        let own = try await Connection.open(
          ConnectionOptions(
            url: try await TestServer.url(of: Self.name(first), as: login, password: "x")))
        let other = try await Connection.open(
          ConnectionOptions(
            url: try await TestServer.url(of: Self.name(second), as: login, password: "x")))
        for (statement, ownState) in [
          ("select count(*) from event", nil), ("select count(*) from data_key", nil),
          // No event tells of the key.
          ("insert into api_key values ('a', 'a', '{admin}', sha256('a'))", "DC013"),
          ("select pause_ledger('test')", nil), ("delete from event", "42501"),
        ] as [(String, String?)] {
          #expect(try await Self.state(of: statement, on: own) == ownState, "\(statement)")
          #expect(try await Self.state(of: statement, on: other) == "42501", "\(statement)")
        }
        await own.close()
        await other.close()
        try await Self.script(first.owner, "drop role \(login)")
      }
    }
  }

  @Test func `a role that is missing, foreign or unnamed is a sentence with a remedy`() async throws
  {
    try await TestLedger.with { ledger in
      try await Database.rights.ensure(ledger.owner)
      let role = try await ledger.applicationRole()
      let name = try await Self.name(ledger)
      let login = "foreign_\(UInt32.random(in: .min ... .max))"
      try await Self.script(ledger.owner, "create role \(login) login password 'x'")
      func open(as login: String? = nil) async throws {
        var options = ConnectionOptions(
          url: try await TestServer.url(of: name, as: login, password: "x"))
        options.role = .returned(by: "public.application_role()")
        try await Connection.open(options).close()
      }
      try await open()
      await #expect(throws: PostgresError.role(.foreign)) { try await open(as: login) }
      try await Self.script(
        ledger.owner,
        """
        create or replace function application_role() returns text language sql immutable
        as 'select ''daicho_app_gone''::text'
        """)
      await #expect(throws: PostgresError.role(.missing)) { try await open() }
      #expect("\(PostgresError.role(.missing))".contains("run `daicho migrate`"))
      try await Self.script(ledger.owner, "drop function application_role()")
      await #expect(throws: PostgresError.role(.unnamed)) { try await open() }
      #expect(try await Database.rights.ensure(ledger.owner) == 1)
      #expect(try await ledger.applicationRole() == role)
      try await open()
      try await Self.script(ledger.owner, "drop role \(login)")
    }
  }

  @Test func `a login of another ledger is told so by the doctor`() async throws {
    try await TestLedger.with { ledger in
      try await Database.rights.ensure(ledger.owner)
      let login = "foreign_\(UInt32.random(in: .min ... .max))"
      try await Self.script(ledger.owner, "create role \(login) login password 'x'")
      let url = try await TestServer.url(of: Self.name(ledger), as: login, password: "x")
      let foreign = Pool(
        options: ConnectionOptions(url: url), size: 1, acquireTimeout: .seconds(5), logger: .quiet)
      let findings = await DatabaseExamination(
        pool: foreign, owner: foreign,
        migrator: Migrator(migrations: MigratedDatabase.migrations), keyring: ledger.keyring,
        isEmbedded: false, now: { Instant(Date()) }
      ).findings(DoctorRound([.rights], patience: .seconds(120)))
      await foreign.close()
      try await Self.script(ledger.owner, "drop role \(login)")
      #expect(
        findings == [
          .fail(
            "schema", "the login may not read it",
            remedy: "the login is no member of the application's role: run `grant ROLE to LOGIN` "
              + "in the database, with the role that `select application_role()` names")
        ])
    }
  }
}
