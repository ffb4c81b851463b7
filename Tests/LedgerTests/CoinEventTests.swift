import Foundation
import Ledger
import TestSupport
import Testing

/// The permanent JSON of the events of catalog and coins.
struct CoinEventTests {
  private func written(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  private func published() throws -> CatalogPublished {
    CatalogPublished(
      bundleID: game,
      catalog: try Catalog([
        gems(100), goldMonthly(5, duringTrial: true),
        CatalogProduct("no_ads", type: .nonConsumable),
      ]), validFrom: day(1), publishedAt: day(0))
  }

  private let made = GrantMade(
    chain: ChainID(.sandbox, "1000"), account: player, transactionID: "1001",
    productID: "gems", coin: gem, quantity: 2, amount: 200, duringTrial: false, catalog: 1,
    decidedAt: day(0))

  private func moved(_ movement: CoinMovement, key: IdempotencyKey? = "k") -> CoinsMoved {
    CoinsMoved(
      environment: .production, bundleID: game, account: player, coin: gem, movement: movement,
      key: key, reference: "shop", movedAt: day(0))
  }

  @Test func `a catalog is written so`() throws {
    let text = #"""
      {"bundleID":"com.example.game","catalogue":{"products":[{"grants":[{"amount":100,\#
      "coin":"gem","duringTrial":false}],"productId":"gems","type":"Consumable"},\#
      {"grants":[{"amount":5,"coin":"gem","duringTrial":true}],"level":1,"period":"P1M",\#
      "productId":"gold.monthly","subscriptionGroupId":"gold",\#
      "type":"Auto-Renewable Subscription"},{"productId":"no_ads",\#
      "type":"Non-Consumable"}]},"publishedAt":1767225600000,"validFrom":1767312000000}
      """#
    #expect(try written(published()) == text)
    #expect(try read(CatalogPublished.self, text) == published())
    #expect(
      try published().digest.hexadecimal
        == "55ce8dd42e20de606106be223e5dfb7a60a62f91f23b4d579781ba1721b935ae")
  }

  @Test func `a grant is written so`() throws {
    let text = #"""
      {"account":"0387B126-E619-CE6A-C6E8-3B6BEF1F8E42","amount":200,"catalogue":1,\#
      "chain":{"bundleID":"com.example.game","environment":"Sandbox",\#
      "originalTransactionID":"1000"},"coin":"gem","decidedAt":1767225600000,\#
      "duringTrial":false,"productID":"gems","quantity":2,"transactionID":"1001"}
      """#
    #expect(try written(made) == text)
    #expect(try read(GrantMade.self, text) == made)
    #expect(
      made.digest.hexadecimal == "5c7785d8f6d6a1513d577842cd33c17c67d50d8c0ae3566fd5276a6ea4b1d27a")
  }

  private static let movements: [(CoinMovement, String)] = [
    (
      .credited(grant: GrantID(.production, "1", gem), amount: 5),
      #"{"credited":{"amount":5,"grant":"aa2d58159da55973eb22d87f1b9aeeaa"}}"#
    ),
    (
      .takenBack(grant: GrantID(.production, "1", gem), total: 5, revision: 1),
      #"{"takenBack":{"grant":"aa2d58159da55973eb22d87f1b9aeeaa","revision":1,"total":5}}"#
    ),
    (.spent(amount: 5), #"{"spent":{"amount":5}}"#),
    (
      .adjusted(amount: -5, reason: "r", author: "a"),
      #"{"adjusted":{"amount":-5,"author":"a","reason":"r"}}"#
    ),
    (.reserved(amount: 5), #"{"reserved":{"amount":5}}"#),
    (.committed(reservation: "k", amount: 5), #"{"committed":{"amount":5,"reservation":"k"}}"#),
    (.canceled(reservation: "k", amount: 5), #"{"cancelled":{"amount":5,"reservation":"k"}}"#),
  ]

  @Test(arguments: movements)
  func `a movement is written so`(movement: CoinMovement, text: String) throws {
    #expect(try written(movement) == text)
    #expect(try read(CoinMovement.self, text) == movement)
  }

  @Test func `coins moved are written so`() throws {
    let text = #"""
      {"account":"0387B126-E619-CE6A-C6E8-3B6BEF1F8E42","bundleID":"com.example.game",\#
      "coin":"gem","environment":"Production","key":"k","movedAt":1767225600000,\#
      "movement":{"spent":{"amount":5}},"reference":"shop"}
      """#
    #expect(try written(moved(.spent(amount: 5))) == text)
    #expect(try read(CoinsMoved.self, text) == moved(.spent(amount: 5)))
    #expect(
      moved(.spent(amount: 5)).digest.hexadecimal
        == "7c54c453b2d03986178639dced09e8196336fd31c46962209dff88564c0545af")
  }

  @Test func `each movement has a digest of its own`() {
    let digests = Self.movements.map { moved($0.0).digest }
    let others = [moved(.spent(amount: 5), key: nil).digest, moved(.spent(amount: 6)).digest]
    #expect(Set(digests + others).count == Self.movements.count + 2)
  }

  @Test func `an event belongs to its stream and speaks of its account`() throws {
    let catalog = LedgerEvent.shared(.catalogPublished(try published()))
    #expect(catalog.stream == .shared)
    #expect(catalog.subject == nil)
    #expect(LedgerEvent.chain(.grantMade(made)).stream == .chain(made.chain))
    #expect(LedgerEvent.chain(.grantMade(made)).subject == player)
    #expect(LedgerEvent.account(.coinsMoved(moved(.spent(amount: 1)))).stream == .account(player))
    #expect(LedgerEvent.account(.coinsMoved(moved(.spent(amount: 1)))).assertedAt == day(0))
  }
}
