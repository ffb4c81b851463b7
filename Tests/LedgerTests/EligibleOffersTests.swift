import Ledger
import TestSupport
import Testing

/// The offers that a player may be shown: 1 January is day 0.
struct EligibleOffersTests {
  private static let customer: AppTransactionID = "700"

  /// A chain with a subscription from day 0 to day 30.
  private static func subscriber(
    _ chain: OriginalTransactionID = "1000", ownership: Ownership = .purchased,
    customer: AppTransactionID? = customer
  ) -> Given {
    var given = Given()
    given.chain = ChainID(.production, chain)
    given.bought(
      TransactionID(chain.rawValue), from: 0, to: 30, ownership: ownership, customer: customer)
    return given
  }

  /// A chain with a consumable that was bought on day 0.
  private static func buyer(customer: AppTransactionID?) -> Given {
    var given = Given()
    given.chain = ChainID(.production, "2000")
    given.bought("2000", from: 0, to: nil, product: "gems", customer: customer, type: .consumable)
    return given
  }

  private static func offers(
    _ own: [Given], beside others: [Given] = [], on number: Double = 10
  ) throws -> GroupOffers {
    let groups = EligibleOffers.evaluate(
      own.map(\.state), beside: others.map(\.state), in: .production, at: day(number),
      catalogs: try Catalogs([(-1, [goldMonthly(5), gems(1)])]))
    #expect(groups.map(\.group) == ["gold"])
    #expect(groups.map(\.products) == [["gold.monthly"]])
    return try #require(groups.first)
  }

  @Test func `who subscribes to the group is not new to it, whichever account has it`() throws {
    for own in [[Self.subscriber()], [Self.buyer(customer: Self.customer)]] {
      let others = own[0].chain == Self.subscriber().chain ? [] : [Self.subscriber()]
      let told = try Self.offers(own, beside: others)
      #expect(told.introductory == .ineligible)
      #expect(told.because == [EventID(lane: 1, position: 1)])
    }
  }

  @Test func `a customer whom Apple named and who bought other things is new to the group`() throws
  {
    let told = try Self.offers([Self.buyer(customer: Self.customer)])
    #expect(told.introductory == .eligible && told.winBack == .ineligible)
    #expect(told.because.isEmpty && told.winBackOffers.isEmpty)
  }

  @Test func `before the purchase the customer was new to the group`() throws {
    #expect(try Self.offers([Self.subscriber()], on: -0.5).introductory == .eligible)
  }

  @Test func `what the ledger cannot know is unknown`() throws {
    for own in [
      [], [Self.buyer(customer: nil)], [Self.subscriber(ownership: .familyShared)],
      [Self.subscriber(), Self.buyer(customer: "800")],
    ] {
      let told = try Self.offers(own)
      #expect(told.introductory == .unknown && told.winBack != .eligible)
    }
  }

  @Test(arguments: [(29.9, 40, "ineligible"), (31, 40, "eligible"), (31, 29, "unknown")])
  func `a win-back offer is for a lapsed subscriber, by what Apple told after the end`(
    number: Double, said: Double, expected: String
  ) throws {
    var given = Self.subscriber()
    given.renews(
      said: said, autoRenew: false, renewalDate: nil, intent: 1, winBack: ["best", "second"])
    let told = try Self.offers([given], on: number)
    #expect(told.winBack.rawValue == expected)
    #expect(told.winBackOffers == (expected == "eligible" ? ["best", "second"] : []))
    #expect(told.introductory == (number < 30 ? .ineligible : .unknown))
  }

  /// Apple gives an introductory offer to a customer who lapsed and never received one, or only to a new one: its
  /// documents say both.
  @Test(arguments: [nil, Offer(type: 2, identifier: "spring")])
  func `a lapsed subscriber who never received an introductory offer may still get one`(
    offer: Offer?
  ) throws {
    var given = Given()
    given.bought("1000", from: 0, to: 30, offer: offer, customer: Self.customer)
    #expect(try Self.offers([given], on: 31).introductory == .unknown)
  }

  @Test func `an introductory offer is received once, also if it was long ago`() throws {
    var given = Given()
    given.bought("1000", from: 0, to: 30, offer: Offer(type: 1), customer: Self.customer)
    given.bought("1001", from: 30, to: 60, customer: Self.customer)
    let told = try Self.offers([given], on: 90)
    #expect(told.introductory == .ineligible)
    #expect(told.because == [EventID(lane: 1, position: 1), EventID(lane: 1, position: 2)])
  }

  @Test func `a subscription that Apple still collects for is not lapsed`() throws {
    var given = Self.subscriber()
    given.renews(said: 31, renewalDate: 30, retry: true, winBack: ["best"])
    #expect(try Self.offers([given], on: 32).winBack == .ineligible)
  }
}
