import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

@testable import EventStore

/// The words and numbers that columns hold: whatever their names in Swift become, these stay.
struct StoredWordTests {
  private static let eventTypes: [Int16: String] = [
    1: "transaction.observed", 2: "renewal.observed", 3: "notice.received", 4: "chain.owned",
    5: "chain.claimed", 6: "reasserted", 7: "account.erased", 8: "programme.entered",
    9: "terms.published", 10: "catalogue.published", 11: "grant.made", 12: "coins.moved",
    13: "account.aliased", 14: "alias.claimed", 15: "ownership.changed", 16: "grant.acknowledged",
    17: "consent.changed", 18: "opening.declared", 19: "epoch.opened",
    20: "chain.posted", 21: "chain.replaced", 22: "grant.assigned", 23: "token.withdrawn",
    24: "accounts.merged", 25: "rules.changed", 26: "taxes.published",
    27: "settlement.recorded", 28: "prices.published",
    29: "period.closed", 30: "act.recorded", 31: "appleFile.kept",
    32: "promotion.granted", 33: "promotion.withdrawn", 34: "evidence.lost",
  ]

  @Test func `name every kind of event in the table and in the code`() async throws {
    let stored = try await TestLedger.with { ledger in
      try await ledger.owner.withConnection { connection in
        try await connection.query(Statement(unsafeSQL: "select type, name from event_type"))
      }.decode((Int16, String).self)
    }
    #expect(Dictionary(uniqueKeysWithValues: stored) == Self.eventTypes)
    let coded = EventType.allCases.map { ($0.rawValue, $0.name) }
    #expect(Dictionary(uniqueKeysWithValues: coded) == Self.eventTypes)
  }

  /// The constraints of tables admit these and no others.
  @Test(arguments: [
    ("receipt", "state_known", ["pending", "rejected", "settled", "partial"]),
    ("job", "state_known", ["owed", "parked", "done"]),
    ("granting_wait", "reason_known", ["unpriced", "unreadable", "refused"]),
  ])
  func `are all that a column admits`(
    table: String, constraint: String, words: [String]
  ) async throws {
    let definition = try await MigratedDatabase.with { pool, _ in
      try await pool.withConnection { connection in
        try await connection.query(
          Statement(
            unsafeSQL: """
              select pg_get_constraintdef(oid) from pg_constraint
              where conrelid = $1::text::regclass and conname = $2::text
              """), table, constraint)[0].decode(String.self)
      }
    }
    #expect(definition.matches(of: /'(\w+)'/).map { String($0.1) } == words)
  }

  @Test(
    arguments: [
      (Trust.sharedSecret, 0), (.receipt, 1), (.signed, 2),
    ] as [(Trust, Int16)])
  func `number how much a source is believed`(trust: Trust, number: Int16) {
    #expect(trust.rawValue == number)
    #expect(Trust(rawValue: number) == trust)
    #expect(Trust(rawValue: 3) == nil)
  }

  @Test(
    arguments: [
      (.silent, 0b00), (.absent, 0b01), (.present(7), 0b10),
    ] as [(Asserted<Int32>, Int16)])
  func `take two bits for a group`(group: Asserted<Int32>, bits: Int16) throws {
    var packing = Packing()
    packing.pack(Bool?.none)
    packing.pack(group)
    #expect(packing.bits == bits << 2)
    var unpacking = Packing(bits << 2)
    _ = unpacking.flag()
    #expect(try unpacking.group(group.value) == group)
  }

  @Test(arguments: [(nil, 0b00), (false, 0b01), (true, 0b10)] as [(Bool?, Int16)])
  func `take two bits for a flag`(flag: Bool?, bits: Int16) {
    var packing = Packing()
    packing.pack(true)
    packing.pack(flag)
    #expect(packing.bits == bits << 2 | 2)
    var unpacking = Packing(bits << 2 | 2)
    #expect(unpacking.flag() == true)
    #expect(unpacking.flag() == flag)
  }

  @Test func `name the environments as Apple does`() {
    #expect(
      StoreEnvironment.allCases.map(\.rawValue)
        == ["Production", "Sandbox", "Xcode", "LocalTesting"])
  }

  @Test func `name the causes of a change of owners`() {
    #expect(
      OwnershipChanged.Cause.allCases.map(\.rawValue)
        == [
          "transferred", "shared", "assigned", "undone", "inherited", "kept", "erased", "claimed",
        ])
  }

  @Test func `name the causes of an assignment of coins`() {
    #expect(
      GrantAssigned.Cause.allCases.map(\.rawValue)
        == [
          "found", "linkLost", "moved", "undone", "tokenLearned", "ownerErased", "aliased",
          "merged",
          "separated", "full", "fits",
        ])
  }

  @Test func `name places in the log`() {
    let position = Position([2: 7, 0: 5, 13: 40])
    #expect(position.description == "0.5_2.7_13.40")
    #expect(Position("0.5_2.7_13.40") == position)
    #expect(Position().description == "0")
    #expect(Position("0") == Position())
    let epoch = GoldenEvents.uuid("E90C0123-0000-4000-8000-000000000007")
    #expect(PositionToken(position, in: epoch).description == "e90c0123-0.5_2.7_13.40")
    #expect(EventID(lane: 3, position: 17).description == "3-17")
    #expect(EventID("3-17") == EventID(lane: 3, position: 17))
  }

  /// Streams, accounts and grants are known by half a digest of their names.
  @Test(arguments: [
    (StreamID.chain(GoldenEvents.chain).key, "7CEFAE62-4101-9CD6-6D49-DB433E4E650D"),
    (StreamID.app(.sandbox, GoldenEvents.app).key, "77CB1C14-FD50-D744-F22A-7A33088AAD25"),
    (StreamID.shared.key, "DBFAA5D6-A744-1260-5263-D67E5D4B7BD4"),
    (
      AccountReference(.production, GoldenEvents.app, "anna").key,
      "1726731F-C355-A51A-0714-CB44E64246F3"
    ),
    (GrantID(.production, "2000000900000013", "gem").key, "99A97423-FBC3-6CD2-A65A-265CBFAC4835"),
  ])
  func `are digests of names`(key: UUID, text: String) {
    #expect(key.uuidString == text)
  }

  /// One byte before what is sealed, so that none is taken for the other.
  @Test func `tell what is sealed`() {
    #expect(StreamSealing.Kind.evidence.rawValue == 1)
    #expect(StreamSealing.Kind.name.rawValue == 2)
  }
}
