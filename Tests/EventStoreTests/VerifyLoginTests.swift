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

  @Test func `a superuser is found, whatever role the session takes`() async throws {
    try await TestLedger.with { ledger in
      let attributes = try await Inspection(ledger.pool).loginAttributes()
      #expect(attributes.contains("SUPERUSER"))
    }
  }
}
