import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

/// Grants of one transaction that two chains tell: the whole ledger makes each once.
struct GrantKeyTests {
  /// Returns a chain of each of two lanes.
  private static func chains(of ledger: TestLedger) throws -> (first: ChainID, second: ChainID) {
    let chains = (1...99).map { ChainID(.production, OriginalTransactionID("\($0)")) }
    let second = try #require(
      chains.first { ledger.log.lane(of: .chain($0)) != ledger.log.lane(of: .chain(chains[0])) })
    return (chains[0], second)
  }

  private static func grant(
    _ transaction: TransactionID, in chain: ChainID, deliveredBefore cutOver: Instant? = nil
  ) -> NewEvent {
    NewEvent(
      .chain(
        .grantMade(
          GrantMade(
            chain: chain, account: nil, transactionID: transaction, productID: "gems", coin: "gem",
            quantity: 1, amount: 100, duringTrial: false, catalog: 1, deliveredBefore: cutOver,
            decidedAt: TestLedger.now))))
  }

  private static func id(of transaction: TransactionID) -> GrantID {
    GrantID(ChainID(.production, "1"), transaction, "gem")
  }

  @Test func `the second decision is a duplicate of the first, in another lane too`() async throws {
    try await TestLedger.with { ledger in
      let (first, second) = try Self.chains(of: ledger)
      let made = try await ledger.log.append([Self.grant("10", in: first)]).outcomes[0]
      #expect(!made.isDuplicate)
      let again = try await ledger.log.append([Self.grant("10", in: second)]).outcomes[0]
      #expect(again == .duplicate(of: made.id))
      // The same id of another transaction is another grant.
      #expect(
        try await !ledger.log.append([Self.grant("11", in: second)]).outcomes[0].isDuplicate)
      #expect(try await ledger.eventCount() == 2)
      let places = try await ledger.log.reading.places(of: [Self.id(of: "10"), Self.id(of: "12")])
      #expect(places.count == 1)
      #expect(
        places[Self.id(of: "10")].map {
          $0.event == made.id && $0.stream == StreamID.chain(first).key
        }
          == true)
      #expect(try await ledger.broken() == nil)
    }
  }

  @Test func `two decisions of one append are one grant, that of the first chain`() async throws {
    try await TestLedger.with { ledger in
      let (first, second) = try Self.chains(of: ledger)
      let outcomes = try await ledger.log.append([
        Self.grant("10", in: second), Self.grant("10", in: first),
      ]).outcomes
      #expect(outcomes.map(\.isDuplicate) == [false, true])
      #expect(outcomes[1] == .duplicate(of: outcomes[0].id))
      #expect(try await ledger.broken() == nil)
    }
  }

  @Test func `a chain may grant what it said to be delivered elsewhere, and no other chain may`()
    async throws
  {
    try await TestLedger.with { ledger in
      let (first, second) = try Self.chains(of: ledger)
      let cutOver = Instant(day: "2026-07-01")
      for (event, isDuplicate) in [
        (Self.grant("10", in: first, deliveredBefore: cutOver), false),
        (Self.grant("10", in: second), true),
        (Self.grant("10", in: second, deliveredBefore: cutOver), true),
        (Self.grant("10", in: first), false),
      ] {
        #expect(try await ledger.log.append([event]).outcomes[0].isDuplicate == isDuplicate)
      }
      #expect(try await ledger.count("select count(*) from grant_key") == 1)
      #expect(try await ledger.broken() == nil)
    }
  }

  /// Two processes grant the same forty transactions under two chains, the one in the order opposite to the
  /// other's, so that each would wait for the other if keys were stored in that order.
  @Test func `processes that race for the same grants make each once and do not deadlock`()
    async throws
  {
    try await TestLedger.with { ledger in
      let (first, second) = try Self.chains(of: ledger)
      let other = try await EventLog(ledger.pool, keyring: ledger.keyring)
      let ids = (1...40).map { TransactionID("\(1_000 + $0)") }
      for round in 0..<8 {
        let ids = ids.map { TransactionID("\($0.rawValue)\(round)") }
        async let mine = ledger.log.append(ids.map { Self.grant($0, in: first) }).outcomes
        async let theirs = other.append(ids.reversed().map { Self.grant($0, in: second) }).outcomes
        let (made, refused) = (try await mine, try await theirs)
        let stored = (made + refused).filter { !$0.isDuplicate }
        #expect(stored.count == 40)
        #expect(Set((made + refused).map(\.id)).count == 40)
      }
      #expect(try await ledger.count("select count(*) from grant_key") == 320)
      #expect(try await ledger.eventCount() == 320)
      #expect(try await ledger.broken() == nil)
    }
  }

  struct Damage: Sendable, CustomTestStringConvertible {
    let sql: String
    let finding: String
    var testDescription: String { sql }

    init(_ sql: String, _ finding: String) {
      self.sql = sql
      self.finding = finding
    }
  }

  @Test(arguments: [
    Damage("delete from grant_key", "event $lane-1: the key of its grant is missing"),
    Damage(
      "update grant_key set position = 2", "event $lane-1: the key of its grant names event $lane-2"
    ),
    Damage(
      "update grant_key set stream = gen_random_uuid()",
      "event $lane-1: its grant was made in another chain, by event $lane-1"),
    Damage(
      "insert into grant_key (lane, id, stream, event_lane, position) "
        + "values (1, gen_random_uuid(), gen_random_uuid(), $lane, 1)",
      "lane $lane: it made 1 grants, and 2 keys of grants point to it"),
    Damage(
      "insert into grant_key (lane, id, stream, event_lane, position) "
        + "values (1, gen_random_uuid(), gen_random_uuid(), $lane, 9)",
      "lane $lane: a key of table grant_key points to position 9, beyond its last batch"),
    Damage(
      "insert into grant_key (lane, id, stream, event_lane, position) "
        + "values (1, gen_random_uuid(), gen_random_uuid(), 77, 1)",
      "lane 77: the ledger has no such lane, and something stands in it"),
  ])
  func `a damaged key is found by verify`(damage: Damage) async throws {
    try await TestLedger.with { ledger in
      let chain = try Self.chains(of: ledger).first
      let lane = String(ledger.log.lane(of: .chain(chain)))
      _ = try await ledger.log.append([Self.grant("10", in: chain)])
      #expect(try await ledger.broken() == nil)
      try await ledger.script(
        "begin; set local session_replication_role = replica; "
          + "\(damage.sql.replacing("$lane", with: lane)); commit")
      let broken = try #require(try await ledger.broken())
      #expect(broken.description == damage.finding.replacing("$lane", with: lane))
    }
  }
}
