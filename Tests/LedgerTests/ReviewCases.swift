import Ledger
import TestSupport

/// A case of facts alone with the right amounts of money and coins, worked out by hand from the contract. The
/// rules and the reference models are asked the same.
struct ReviewCase: Sendable, CustomStringConvertible {
  let name: String
  let given: Given
  var catalog: [CatalogProduct] = []
  /// The price that is charged, by the first transaction of each purchase.
  let charged: [TransactionID: Int64]
  /// The part of the prices that is given back.
  let returned: Int64
  /// The coins that are left; nil if none are granted.
  var gems: Int64?

  var description: String { name }

  /// The events with the catalog before them, which holds from the beginning.
  var events: [RecordedEvent] {
    guard !catalog.isEmpty, let listed = try? Catalog(catalog) else { return given.events }
    let published = CatalogPublished(
      bundleID: game, catalog: listed, validFrom: day(-1_000), publishedAt: day(-1_000))
    let event = RecordedEvent(
      id: EventID(lane: 0, position: 1), recordedAt: day(-1_000),
      event: .shared(.catalogPublished(published)), evidence: nil)
    return [event] + given.events
  }
}

extension ReviewCase {
  static let all: [ReviewCase] = [
    purchaseAfterPartialRefund, purchaseAfterRefundOfYear, upgradeToBundle, shareOfUpgrade,
    proratedWithoutShare, severalPasses, threeDevices, refundOfSecondDevice, secondDeviceOnly,
    refundOfSecondCopy, priceErased,
  ]

  private static func given(_ currency: String = "EUR") -> Given {
    var given = Given()
    given.currency = currency
    return given
  }

  private static func share(_ percentage: Int32?, on number: Double) -> Asserted<Revocation> {
    partialRefund(percentage, on: number)
  }

  private static let castle = CatalogProduct(
    "castle", type: .nonConsumable, grants: [ProductGrant(gem, 20)])

  private static let month = CatalogProduct(
    "gold.monthly", type: .autoRenewable, period: .months(1), grants: [ProductGrant(gem, 50)])

  /// A month of 31 days is refunded by 30 % on day 10, and the customer buys again a day later: 2.997 of 9.990
  /// and 15 of 50 coins go back, and nothing was upgraded.
  private static var purchaseAfterPartialRefund: ReviewCase {
    var given = given()
    given.bought(
      "1", from: 0, to: 31, revocation: share(30_000, on: 10), reason: "PURCHASE", price: 9_990,
      said: 10)
    given.bought("2", from: 11, to: 42, reason: "PURCHASE", price: 9_990)
    return ReviewCase(
      name: "B03", given: given, catalog: [month], charged: ["1": 9_990, "2": 9_990],
      returned: 2_997, gems: 85)
  }

  /// A year is refunded on its 61st day by whole days, 304 of 365, and a month is bought half an hour later.
  /// 83.288 % of 99,990 are 83,279.7; by time it would be more.
  private static var purchaseAfterRefundOfYear: ReviewCase {
    var given = given()
    given.bought(
      "1", from: 0, to: 365, product: "gold.yearly", revocation: share(83_288, on: 60.5),
      reason: "PURCHASE", price: 99_990, said: 60.5)
    given.bought("2", from: 60.5 + oneHour / 2, to: 91.5, reason: "PURCHASE", price: 9_990)
    return ReviewCase(
      name: "B03b", given: given, charged: ["1": 99_990, "2": 9_990], returned: 83_280)
  }

  /// Apple says that the month was upgraded to a bundle, and signs 67.742 % of it: 6,767.4 of 9,990. The bundle
  /// itself is no purchase here. Of 50 coins 33.9 go.
  private static var upgradeToBundle: ReviewCase {
    var given = given()
    given.bought("1", from: 0, to: 31, reason: "PURCHASE", price: 9_990)
    given.bought(
      "1", from: 0, to: 31, upgraded: true, revocation: share(67_742, on: 10), reason: "PURCHASE",
      price: 9_990, said: 10)
    return ReviewCase(
      name: "B04", given: given, catalog: [month], charged: ["1": 9_990], returned: 6_767, gems: 16)
  }

  /// The month is replaced on day 10 of 31, and Apple signs 50 %, not the 67.742 % of the time: the percentage
  /// that Apple signed holds for money and coins.
  private static var shareOfUpgrade: ReviewCase {
    var given = given()
    given.bought("1", from: 0, to: 31, reason: "PURCHASE", price: 9_990)
    given.bought(
      "2", from: 10, to: 41, product: "gold.large", reason: "PURCHASE", price: 19_990)
    given.bought(
      "1", from: 0, to: 31, upgraded: true, revocation: share(50_000, on: 10), reason: "PURCHASE",
      price: 9_990, said: 10.1)
    return ReviewCase(
      name: "F21", given: given, catalog: [month], charged: ["1": 9_990, "2": 19_990],
      returned: 4_995, gems: 25)
  }

  /// A prorated refund without a percentage on day 10 of 31 gives 21 days back: 6,767.4 of 9,990, and 33.9 of
  /// 50 coins.
  private static var proratedWithoutShare: ReviewCase {
    var given = given()
    given.bought(
      "1", from: 0, to: 31, revocation: share(nil, on: 10), reason: "PURCHASE", price: 9_990,
      said: 10)
    return ReviewCase(
      name: "D10", given: given, catalog: [month], charged: ["1": 9_990], returned: 6_767, gems: 16)
  }

  /// Three passes of 100 coins are bought at once, and one is refunded: 9,990 of 29,970 at 33.333 % are
  /// 9,989.9, and 99.999 of 300 coins.
  private static var severalPasses: ReviewCase {
    var given = given()
    var told = Purchase.Fields(
      productID: "pass", type: .nonRenewing, purchaseDate: day(0), quantity: 3)
    (told.price, told.currency) = (29_970, "EUR")
    given.record(
      .chain(
        .transactionObserved(
          TransactionFact(
            chain: given.chain, transactionID: "1", purchase: Purchase(told),
            expiresDate: .absent, isUpgraded: false, revocation: share(33_333, on: 10),
            trust: .signed, assertedAt: day(10)))))
    let pass = CatalogProduct("pass", type: .nonRenewing, grants: [ProductGrant(gem, 100)])
    return ReviewCase(
      name: "E1", given: given, catalog: [pass], charged: ["1": 29_970], returned: 9_990, gems: 200)
  }

  private static func castles(
    _ ids: [TransactionID], refunded: TransactionID? = nil, original: OriginalTransactionID = "100"
  ) -> Given {
    var given = given()
    (given.chain, given.product, given.group) = (ChainID(.production, original), "castle", nil)
    given.type = .nonConsumable
    for id in ids { given.bought(id, from: 0, to: nil, price: 4_990, said: 1) }
    if let refunded {
      given.bought(refunded, from: 0, to: nil, revocation: refund(on: 10), price: 4_990, said: 10)
    }
    return given
  }

  /// A castle of 4.99 is bought once and told by three devices.
  private static var threeDevices: ReviewCase {
    ReviewCase(
      name: "L1", given: castles(["100", "101", "102"]), catalog: [castle],
      charged: ["100": 4_990], returned: 0, gems: 20)
  }

  private static var refundOfSecondDevice: ReviewCase {
    ReviewCase(
      name: "L2", given: castles(["100", "101", "102"], refunded: "101"), catalog: [castle],
      charged: ["100": 4_990], returned: 4_990, gems: 0)
  }

  private static var secondDeviceOnly: ReviewCase {
    ReviewCase(
      name: "L4", given: castles(["401"], original: "400"), catalog: [castle],
      charged: ["401": 4_990], returned: 0, gems: 20)
  }

  /// One month under two ids with one line item; the refund names the second.
  private static var refundOfSecondCopy: ReviewCase {
    var given = given()
    for id in ["1", "2"] as [TransactionID] {
      given.bought(id, from: 0, to: 31, reason: "PURCHASE", price: 9_990, said: 1, item: "700")
    }
    given.bought(
      "2", from: 0, to: 31, revocation: refund(on: 10), reason: "PURCHASE", price: 9_990, said: 10,
      item: "700")
    return ReviewCase(
      name: "A1e", given: given, catalog: [month], charged: ["1": 9_990], returned: 9_990, gems: 0)
  }

  /// A copy that Apple signed two weeks later has neither price nor currency.
  private static var priceErased: ReviewCase {
    var given = given("USD")
    given.bought("1", from: 79.5, to: 110.5, reason: "PURCHASE", price: 14_990)
    given.currency = nil
    given.bought("1", from: 79.5, to: 110.5, reason: "PURCHASE", said: 97)
    return ReviewCase(
      name: "B1", given: given, catalog: [month], charged: ["1": 14_990], returned: 0, gems: 50)
  }
}
