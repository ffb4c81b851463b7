import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

/// Master keys are known by their content, whatever their ids are.
struct MasterKeyRegisterTests {
  private static func keyring(_ lines: (String, UInt8)...) throws -> Keyring {
    try Keyring(lines.map { KeyringTests.line($0, $1) }.joined(separator: "\n"))
  }

  private static func seal(
    _ ledger: TestLedger, _ id: TransactionID = "1", by keyring: Keyring
  ) async throws {
    let log = try await EventLog(ledger.pool, keyring: keyring)
    _ = try await log.append(
      [
        NewEvent(
          GemPurchase(id).bought(), evidence: Evidence(Array("received".utf8)))
      ])
  }

  @Test func `the first key is noted by an HMAC of its content`() async throws {
    try await TestLedger.with { ledger in
      let register = MasterKeyRegister(ledger.pool)
      try await register.admit(Self.keyring(("k1", 1), ("old", 2)))
      // HMAC-SHA256 with 32 bytes of 1 over `daicho master key 1`, by another program.
      let known = try await register.checkValues(of: ["k1", "old"])
      #expect(
        known.mapValues { Data($0).map { String(format: "%02x", $0) }.joined() } == [
          "k1": "16a516ad0ab43716651507d86c3eb31a1cd280751de2728538d2b63bce904800"
        ])
      try await register.admit(Self.keyring(("k1", 1)))
      #expect(try await ledger.count("select count(*) from master_key") == 1)
    }
  }

  @Test func `other bytes under a known id are refused, in any line`() async throws {
    try await TestLedger.with { ledger in
      let register = MasterKeyRegister(ledger.pool)
      try await register.admit(Self.keyring(("k1", 1)))
      for keyring in [
        try Self.keyring(("k1", 9)), try Self.keyring(("k2", 2), ("k1", 9)),
      ] {
        await #expect(throws: MasterKeyFault.otherContent("k1")) {
          try await register.admit(keyring)
        }
        #expect(try await register.faults(of: keyring) == [.otherContent("k1")])
      }
      // Nothing of a refused file is noted.
      #expect(try await ledger.count("select count(*) from master_key") == 1)
      try await register.admit(Self.keyring(("k2", 2), ("k1", 1)))
      #expect(try await ledger.count("select count(*) from master_key") == 2)
    }
  }

  @Test func `where data keys are there, a key is noted only if it opens one`() async throws {
    try await TestLedger.with { ledger in
      try await Self.seal(ledger, by: Self.keyring(("k1", 1)))
      let register = MasterKeyRegister(ledger.pool)
      await #expect(throws: MasterKeyFault.opensNothing("k1")) {
        try await register.admit(Self.keyring(("k1", 9)))
      }
      #expect(try await ledger.count("select count(*) from master_key") == 0)
      // A key that is not the first one is noted once something is sealed under it.
      try await register.admit(Self.keyring(("k2", 2), ("k1", 1), ("k3", 3)))
      #expect(
        try await register.checkValues(of: ["k1", "k2", "k3"]).keys.sorted() == ["k1", "k2"])
    }
  }

  @Test func `a key of a file that lacks a used one is not noted`() async throws {
    try await TestLedger.with { ledger in
      try await Self.seal(ledger, by: Self.keyring(("k1", 1)))
      let register = MasterKeyRegister(ledger.pool)
      try await register.admit(Self.keyring(("k9", 9)))
      #expect(try await ledger.count("select count(*) from master_key") == 0)
      // Its id is free for another key.
      try await register.admit(Self.keyring(("k9", 8), ("k1", 1)))
      #expect(try await register.checkValues(of: ["k1", "k9"]).count == 2)
      await #expect(throws: MasterKeyFault.otherContent("k9")) {
        try await register.admit(Self.keyring(("k9", 9), ("k1", 1)))
      }
    }
  }

  @Test func `of two keys under one id, noted at the same moment, one is refused with its file`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await Self.seal(ledger, by: Self.keyring(("k1", 1)))
      let register = MasterKeyRegister(ledger.pool)
      let keyrings = [
        try Self.keyring(("k2", 2), ("k1", 1)), try Self.keyring(("k2", 3), ("k1", 1)),
      ]
      let refused = await withTaskGroup(of: Bool.self) { group in
        for keyring in keyrings {
          group.addTask {
            do {
              try await register.admit(keyring)
              return false
            } catch { return true }
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(refused == 1)
      #expect(try await ledger.count("select count(*) from master_key") == 2)
    }
  }

  @Test func `two files with the same keys in another order are noted at the same moment`()
    async throws
  {
    try await TestLedger.with { ledger in
      let keyrings = [
        try Self.keyring(("k1", 1), ("k2", 2), ("k3", 3)),
        try Self.keyring(("k3", 3), ("k2", 2), ("k1", 1)),
      ]
      for (id, key) in [("1", ("k1", 1)), ("2", ("k2", 2)), ("3", ("k3", 3))]
        as [(TransactionID, (String, UInt8))]
      {
        try await Self.seal(ledger, id, by: Self.keyring(key))
      }
      let register = MasterKeyRegister(ledger.pool)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for keyring in keyrings + keyrings {
          group.addTask { try await register.admit(keyring) }
        }
        try await group.waitForAll()
      }
      #expect(try await ledger.count("select count(*) from master_key") == 3)
    }
  }

  @Test func `an altered check value is mended by the statement of its fault`() async throws {
    try await TestLedger.with { ledger in
      let keyring = try Self.keyring(("k1", 1))
      let register = MasterKeyRegister(ledger.pool)
      try await register.admit(keyring)
      try await Self.seal(ledger, by: keyring)
      try await ledger.owner.withConnection { connection in
        try await connection.script(
          "begin; set local session_replication_role = replica; "
            + "update master_key set check_value = sha256('b'); commit")
      }
      let fault = try #require(try await register.faults(of: keyring).first)
      #expect(fault.found.hasPrefix("column check_value of table master_key, row k1, was changed"))
      #expect(!fault.remedy.contains("evidence lost"))
      let statement = try #require(
        fault.remedy.split(separator: "`").first { $0.hasPrefix("begin") })
      // By an owner of the table who may do nothing else.
      let owner = "owner_\(UUID())"
      try await ledger.owner.withConnection { connection in
        try await connection.script(
          "create role \"\(owner)\"; alter table master_key owner to \"\(owner)\"; "
            + "set role \"\(owner)\"")
        try await connection.script(String(statement))
        try await connection.script(
          "reset role; alter table master_key owner to current_user; drop role \"\(owner)\"")
      }
      await #expect(throws: PostgresError.self) {
        try await ledger.script("update master_key set check_value = sha256('c')")
      }
      try await register.admit(keyring)
      // Another key that opens nothing is another one still.
      #expect(try await register.faults(of: Self.keyring(("k1", 9))) == [.otherContent("k1")])
    }
  }

  @Test func `of two keys that sealed under one id, none takes the note of the other`()
    async throws
  {
    try await TestLedger.with { ledger in
      let (noted, other) = (try Self.keyring(("k1", 1)), try Self.keyring(("k1", 9)))
      let register = MasterKeyRegister(ledger.pool)
      try await register.admit(noted)
      try await Self.seal(ledger, "1", by: noted)
      try await Self.seal(ledger, "2", by: other)
      #expect(try await register.faults(of: other) == [.otherContent("k1")])
      try await register.admit(noted)
    }
  }

  @Test func `a fault names the id and the remedy, and shows no key`() throws {
    let fault = "\(MasterKeyFault.otherContent("k1"))"
    #expect(fault.hasPrefix("the master key k1 in the file is not the one that this ledger knows"))
    #expect(fault.contains("every host needs the same file"))
    #expect(fault.contains("daicho evidence lost k1"))
  }

  @Test(arguments: [
    "update master_key set check_value = sha256('b')", "delete from master_key",
    "truncate master_key",
  ])
  func `what is noted stays`(statement: String) async throws {
    try await TestLedger.with { ledger in
      try await MasterKeyRegister(ledger.pool).admit(ledger.keyring)
      for (pool, expected) in [(ledger.pool, "42501"), (ledger.owner, "DC001")] {
        let error = await #expect(throws: PostgresError.self) {
          try await pool.withConnection { connection in
            _ = try await connection.query(Statement(unsafeSQL: statement))
          }
        }
        guard case .server(let refused)? = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(refused.sqlState.rawValue == expected)
      }
    }
  }
}
