import Foundation
import Postgres
import TestSupport
import Testing

@testable import EventStore

struct VerifyLoginTests {
  /// The second role takes the attribute of the first by membership.
  @Test(arguments: [
    ("nosuperuser", []), ("createrole", ["CREATEROLE"]), ("bypassrls", ["BYPASSRLS"]),
    ("createdb", []), ("createrole bypassrls", ["BYPASSRLS", "CREATEROLE"]),
  ])
  func `an attribute of the login, or of a role it may become, is found`(
    attributes: String, found: [String]
  ) async throws {
    try await TestLedger.with { ledger in
      let (role, member) = ("login_\(UUID())", "login_\(UUID())")
      try await ledger.owner.withConnection { connection in
        for login in [role, member] {
          try await connection.script(
            """
            begin; create role "\(role)" login \(attributes);
            create role "\(member)" login in role "\(role)";
            set local session authorization "\(login)"
            """)
          let rows: [String] = try await connection.query(.verifyLogin).decode()
          try await connection.script("rollback")
          #expect(rows == found)
        }
      }
    }
  }

  /// PostgreSQL asks a superuser for neither limit.
  @Test(arguments: [("nosuperuser", 7, 8), ("superuser", nil, nil)] as [(String, Int?, Int?)])
  func `the limits of a login and of its database are found`(
    attribute: String, ofLogin: Int?, ofDatabase: Int?
  ) async throws {
    try await TestLedger.with { ledger in
      let login = "login_\(UUID())"
      try await ledger.owner.withConnection { connection in
        try await connection.script(
          """
          begin; create role "\(login)" login \(attribute) connection limit 7;
          do $$ begin execute format('alter database %I connection limit 8', current_database()); end $$;
          set local session authorization "\(login)"
          """)
        let server = try await connection.query(.verifyServer)[0].decode(Inspection.Server.self)
        try await connection.script("rollback")
        #expect(server.loginLimit == ofLogin)
        #expect(server.databaseLimit == ofDatabase)
      }
    }
  }

  /// One after another: no other session may change the role meanwhile.
  @Test func `a strength of the application's role is found, whoever logs in`() async throws {
    try await TestLedger.with { ledger in
      let owner = "owner_\(UUID())"
      try await ledger.owner.withConnection { connection in
        let role: String = try await connection.query(
          Statement(unsafeSQL: "select public.application_role()"))[0].decode()
        for (damage, finding) in [
          ("alter role \"\(role)\" superuser", "it has SUPERUSER"),
          ("alter role \"\(role)\" bypassrls", "it has BYPASSRLS"),
          ("alter role \"\(role)\" createrole", "it has CREATEROLE"),
          (
            "alter table job owner to \"\(owner)\"; grant \"\(owner)\" to \"\(role)\"",
            "it is a member of \(owner), which owns tables of the ledger"
          ),
          ("alter table event_p0 owner to \"\(role)\"", "it owns table event_p0"),
          (
            "grant pg_execute_server_program to \"\(role)\"",
            "it is a member of pg_execute_server_program, which may do more than the ledger lets it"
          ),
          (
            "alter role \"\(role)\" set session_replication_role = replica",
            "session_replication_role is replica for \(role) in every database, so that no trigger guards the "
              + "ledger"
          ),
          (
            "do $$ begin execute format('alter database %I set session_replication_role = replica', "
              + "current_database()); end $$",
            "session_replication_role is replica in this database, so that no trigger guards the ledger"
          ),
        ] {
          try await connection.script("begin; create role \"\(owner)\"; \(damage)")
          let found = try await connection.query(.verifyApplication)
            .decode((String, String, Bool).self)
          #expect(found.map(\.0) == [finding])
          try await connection.script(found.map(\.1).joined(separator: ";"))
          #expect(try await connection.query(.verifyApplication).isEmpty)
          try await connection.script("rollback")
        }
      }
    }
  }

  @Test func `a superuser is found, whatever role the session takes`() async throws {
    try await TestLedger.with { ledger in
      let attributes = try await Inspection(ledger.pool).loginAttributes()
      #expect(attributes.contains("SUPERUSER"))
    }
  }
}
