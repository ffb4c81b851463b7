import EventStore
import Ledger
import Postgres
import TestSupport
import Testing

/// The rights of the application on what is not part of the log: API keys, data keys and grants.
struct NarrowRightsTests {
  @Test(arguments: [
    "update api_key set scopes = '{admin}'", "update api_key set apps = null",
    "update api_key set environments = null", "update api_key set expires_at = null",
    "update api_key set digest = sha256('b')", "update api_key set id = 'b'",
    "delete from api_key", "truncate api_key", "delete from data_key", "truncate data_key",
    "update data_key set stream = stream",
    "insert into destroyed_data_key values (1, gen_random_uuid(), now(), 'x')",
    "update destroyed_data_key set login = 'x'", "delete from destroyed_data_key",
    "truncate destroyed_data_key", "update coin_grant set app = 'b'",
    "update coin_grant set environment = 'Sandbox'", "update coin_grant set coin = 'b'",
    "update coin_grant set transaction_id = 'b'", "update coin_grant set stream = stream",
    "delete from coin_grant", "truncate coin_grant",
  ])
  func `the application may not`(statement: String) async throws {
    try await TestLedger.with { ledger in
      let state = try await state(of: statement, on: ledger.pool)
      #expect(state == "42501")
    }
  }

  @Test func `a key is revoked once and for all, and nothing else of it changes`() async throws {
    try await TestLedger.with { ledger in
      let insert =
        "insert into api_key (id, name, scopes, digest) values ('a', 'a', '{read}', sha256('a'))"
      #expect(try await state(of: insert, on: ledger.pool) == "DC013", "no event tells of the key")
      try await ledger.owner.withConnection { connection in
        try await connection.script(
          "begin; set local session_replication_role = replica; \(insert); commit")
      }
      for (statement, expected) in [
        ("update api_key set revoked_at = '2026-06-01'", nil),
        ("update api_key set revoked_at = coalesce(revoked_at, '2026-06-02')", nil),
        ("update api_key set revoked_at = '2026-06-02'", "DC001"),
        ("update api_key set revoked_at = null", "DC001"),
      ] as [(String, String?)] {
        let state = try await state(of: statement, on: ledger.pool)
        #expect(state == expected, "\(statement)")
      }
      #expect(
        try await ledger.count("select count(*) from api_key where revoked_at = '2026-06-01'") == 1)
    }
  }

  @Test func `an erasure destroys its data keys and leaves a record of each`() async throws {
    try await VerifyLedger.with { small in
      let ledger = small.ledger
      #expect(try await ledger.count("select count(*) from data_key") == 1)
      let erased = AccountErased(
        environment: .production, bundleID: TestLedger.bundleID,
        account: AccountReference(.production, TestLedger.bundleID, "anna"),
        chains: ["1000"], erasedAt: TestLedger.now)
      _ = try await ledger.log.append(
        [NewEvent(.account(.accountErased(erased)))], forgetting: erased.forgottenStreams)
      #expect(try await ledger.count("select count(*) from data_key") == 0)
      #expect(
        try await ledger.count(
          "select count(*) from destroyed_data_key where login = session_user") == 1)
      // No record is made for a key that is not there.
      _ = try await ledger.log.append(
        [NewEvent(.account(.accountErased(erased)))], forgetting: erased.forgottenStreams)
      #expect(try await ledger.count("select count(*) from destroyed_data_key") == 1)
      for statement in [
        "update destroyed_data_key set login = 'x'", "delete from destroyed_data_key",
        "truncate destroyed_data_key",
      ] {
        #expect(try await state(of: statement, on: ledger.owner) == "DC001")
      }
    }
  }

  @Test func `rights that were given again are found`() async throws {
    try await VerifyLedger.with { small in
      try await small.damage("grant update on api_key to $role")
      try await small.damage("grant delete on data_key to $role")
      try await small.damage("grant insert, delete on destroyed_data_key to $role")
      #expect(
        try await Inspection(small.ledger.pool).excessRights() == [
          "UPDATE on api_key", "DELETE on data_key", "DELETE on destroyed_data_key",
        ])
    }
  }

  /// Returns the SQLSTATE with which a statement fails, or nil if it succeeds.
  private func state(of statement: String, on pool: Pool) async throws -> String? {
    do {
      _ = try await pool.withConnection { connection in
        try await connection.query(Statement(unsafeSQL: statement))
      }
      return nil
    } catch PostgresError.server(let error) {
      return error.sqlState.rawValue
    }
  }
}
