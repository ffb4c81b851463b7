import Ledger
import Testing

/// Facts of receipts, version 1 notifications and verifyReceipt answers, each silent about some
/// fields, told in every order.
struct UnsignedPurchaseTests {
  /// Tells a period by a verifyReceipt answer with group, family and order, and by a receipt with the
  /// kind of product only.
  private static var told: Given {
    var given = Given()
    given.bought(
      "1", from: 0, to: 30, ownership: .familyShared, upgraded: nil, revocation: .silent, said: 1,
      trust: .sharedSecret, item: "77", type: .untold)
    given.bought(
      "1", from: 0, to: 30, upgraded: nil, revocation: .silent, said: 9, trust: .receipt,
      isGroupTold: false)
    return given
  }

  @Test func `what a receipt cannot express stays as a weaker source told it`() throws {
    let given = Self.told
    for events in [given.events, given.events.reversed()] {
      let state = try #require(given.fold(events).transactions["1"])
      #expect(state.trust == .receipt)
      #expect(state.purchase.ownership == .purchased)
      #expect(state.purchase.subscriptionGroupID == nil)
      let shown = try #require(Entitlements.evaluate([given.fold(events)], at: day(20)).first)
      #expect(shown.ownership == .familyShared)
      #expect(shown.subscriptionGroupID == given.group)
      #expect(state.because.count == 2)
    }
  }

  @Test func `what a shared secret alone vouches for changes no day, in any order`() throws {
    let given = Self.told
    for events in [given.events, given.events.reversed(), Array(given.events[1...])] {
      let catalogs = try Catalogs(given.product, every: .months(1))
      let histories = ServiceHistory.histories(of: [given.fold(events)], catalogs: catalogs)
      let history = try #require(histories.first)
      #expect(history.evaluate(at: day(20)).daysOfPaidService == 20)
    }
  }

  @Test func `a signed transaction leaves standing what a receipt told, and nothing weaker`() throws
  {
    var given = Self.told
    given.bought(
      "1", from: 0, to: 30, upgraded: nil, revocation: .silent, said: 8, trust: .receipt,
      item: "78",
      isGroupTold: false)
    given.bought("1", from: 0, to: 30, said: 5, isGroupTold: false)
    for events in [given.events, given.events.reversed()] {
      let purchase = try #require(given.fold(events).transactions["1"]).purchase
      #expect(purchase.subscriptionGroupID == nil)
      #expect(purchase.webOrderLineItemID == "78")
      #expect(purchase.ownership == .purchased)
    }
  }

  @Test func `a weaker source cannot make a receipt's period free`() throws {
    let trial = Offer(type: 1, discountType: "FREE_TRIAL")
    for (receipt, free) in [(Trust.receipt, false), (.sharedSecret, true)] {
      var given = Given()
      given.bought(
        "1", from: 0, to: 30, upgraded: nil, offer: trial, said: 1, trust: .sharedSecret)
      given.bought("1", from: 0, to: 30, upgraded: nil, said: 9, trust: receipt)
      let purchase = try #require(given.state.transactions["1"]).purchase
      #expect((purchase.offer == trial) == free)
    }
  }
}
