import Ledger
import TestSupport
import Testing

/// A non-consumable that Apple tells under several ids: one for each device and each restore. Prices are in
/// milliunits; the rate of what is no subscription is 30 %.
struct NonConsumableCopiesTests {
  private static let castle = CatalogProduct(
    "castle", type: .nonConsumable, grants: [ProductGrant(gem, 20)])

  /// Returns the purchase on day 0 under three ids of one chain, as devices tell it: 4.99 each time.
  private static func devices(refunding id: TransactionID? = nil, on number: Double = 9) -> Given {
    var given = Given(
      chain: ChainID(.production, "100"), product: "castle", type: .nonConsumable, group: nil,
      currency: "USD")
    for device in ["100", "101", "102"] as [TransactionID] {
      given.bought(
        device, from: 0, to: nil, reason: "PURCHASE", price: 4_990, said: 1)
    }
    if let id {
      given.bought(
        id, from: 0, to: nil, revocation: refund(on: number), reason: "PURCHASE", price: 4_990,
        said: number)
    }
    return given
  }

  private static func journal(_ events: [RecordedEvent]) -> [String] {
    var journal = JournalBook(taxes: .none)
    for event in events { journal.record(event) }
    return journal.entries.map {
      "\($0.kind) \($0.transactionID) \($0.amounts.price) \($0.amounts.commission)"
    }
  }

  private static func coins(_ given: Given, at moment: Instant = day(100)) throws -> Int64 {
    var given = given
    given.grant(by: try Catalogs(castle))
    return given.book.statuses(at: moment).reduce(0) { $0 + $1.grant.amount - $1.takenBack }
  }

  @Test func `three devices are one charge, one grant and one entitlement`() throws {
    let given = Self.devices()
    #expect(Self.journal(given.events) == ["charge 100 4990 1497"])
    #expect(try Self.coins(given) == 20)
    let held = Entitlements.evaluate([given.state], at: day(5))
    #expect(held.map(\.transactionID) == ["100"])
  }

  @Test(arguments: ["100", "101", "102"] as [TransactionID])
  func `a refund under any id takes everything back`(id: TransactionID) throws {
    let given = Self.devices(refunding: id)
    #expect(Self.journal(given.events) == ["charge 100 4990 1497", "refund 100 4990 1497"])
    #expect(try Self.coins(given) == 0)
    #expect(Entitlements.evaluate([given.state], at: day(8)).count == 1)
    #expect(Entitlements.evaluate([given.state], at: day(9)).isEmpty)
  }

  @Test func `a refund under one id stands until it is reversed for that id`() throws {
    var given = Self.devices(refunding: "101")
    given.bought("102", from: 0, to: nil, reason: "PURCHASE", price: 4_990, said: 11)
    #expect(try Self.coins(given) == 0)
    given.bought("101", from: 0, to: nil, reason: "PURCHASE", price: 4_990, said: 12)
    #expect(try Self.coins(given) == 20)
    #expect(
      Self.journal(given.events)
        == ["charge 100 4990 1497", "refund 100 4990 1497", "reversal 100 4990 1497"])
  }

  @Test func `of shares under several ids the greatest counts`() throws {
    var given = Self.devices()
    for (id, percentage) in [("101", 40_000), ("100", 25_000)] as [(TransactionID, Int32)] {
      given.bought(
        id, from: 0, to: nil, revocation: partialRefund(percentage, on: 9), reason: "PURCHASE",
        price: 4_990, said: 9)
    }
    // 40 % of 20 coins are 8; 40 % of 4.990 are 1.996.
    #expect(try Self.coins(given) == 12)
    #expect(Self.journal(given.events).last == "refund 100 1996 599")
  }

  @Test func `only a copy heard grants, and its grant stands when the lower id comes late`() throws
  {
    var given = Given(
      chain: ChainID(.production, "400"), product: "castle", type: .nonConsumable, group: nil,
      currency: "USD")
    given.bought("401", from: 3, to: nil, reason: "PURCHASE", price: 4_990)
    given.grant(by: try Catalogs(Self.castle))
    #expect(given.book.grants.map(\.transactionID) == ["401"])
    given.bought("400", from: 0, to: nil, reason: "PURCHASE", price: 4_990, said: 9)
    #expect(given.book.due(by: try Catalogs(Self.castle), decidedAt: day(10)).isEmpty)
    #expect(given.book.statuses.map { $0.grant.amount - $0.takenBack } == [20])
    #expect(
      Entitlements.evaluate([given.state], at: day(20)).map(\.transactionID) == ["400"])
  }

  @Test func `price and storefront are those of the lowest id that tells them`() throws {
    var given = Given(
      chain: ChainID(.production, "1"), product: "castle", type: .nonConsumable, group: nil,
      currency: "USD")
    given.bought("1", from: 0, to: nil, reason: "PURCHASE", storefront: "USA", said: 1)
    given.bought("2", from: 2, to: nil, reason: "PURCHASE", price: 4_990, storefront: "CAN")
    given.bought("3", from: 4, to: nil, reason: "PURCHASE", price: 5_990, storefront: "MEX")
    let purchase = try #require(given.state.purchases.all.first).purchase
    #expect(given.state.purchases.all.count == 1)
    #expect(purchase.price == 4_990)
    #expect(purchase.storefront == "USA")
    #expect(purchase.purchaseDate == day(0))
  }

  @Test func `after a full refund it is bought again, also when the refund was reversed`() throws {
    var given = Self.devices(refunding: "101")
    given.bought("110", from: 20, to: nil, reason: "PURCHASE", price: 5_990)
    #expect(
      Self.journal(given.events)
        == ["charge 100 4990 1497", "refund 100 4990 1497", "charge 110 5990 1797"])
    #expect(try Self.coins(given) == 20)
    given.bought("101", from: 0, to: nil, reason: "PURCHASE", price: 4_990, said: 30)
    #expect(try Self.coins(given) == 40)
    #expect(Self.journal(given.events).last == "reversal 100 4990 1497")
  }

  @Test func `a family share is no copy`() throws {
    var given = Self.devices()
    given.bought("103", from: 0, to: nil, ownership: .familyShared, price: 4_990, said: 2)
    #expect(Self.journal(given.events) == ["charge 100 4990 1497"])
    let held = Entitlements.evaluate([given.state], at: day(5))
    #expect(Set(held.map(\.ownership)) == [.purchased, .familyShared])
  }

  @Test func `every order of arrival gives one answer`() throws {
    var given = Self.devices(refunding: "102")
    given.bought("110", from: 20, to: nil, reason: "PURCHASE", price: 5_990)
    for events in [given.events, given.events.reversed(), given.events.shuffled()] {
      let state = given.fold(events)
      #expect(state == given.state)
      #expect(state.purchases.all.map(\.transactionID) == ["100", "110"])
    }
  }
}
