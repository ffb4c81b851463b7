import Foundation
import Ledger
import Testing

/// The coins of periods that were replaced before their end, with figures worked out by hand: 50 gems a
/// month of 31 days.
struct UpgradeCoinsTests {
  private static func catalogs(_ onUpgrade: UpgradeRule? = nil) throws -> Catalogs {
    let products = ["gold.monthly", "gold.other"].map { id in
      CatalogProduct(
        ProductID(id), type: .autoRenewable, subscriptionGroupID: "gold", period: .months(1),
        grants: [ProductGrant(gem, 50, duringTrial: true, onUpgrade: onUpgrade)])
    }
    return try Catalogs([(-1_000, products)])
  }

  /// Adds a month of 31 days that was bought on this day.
  private static func buy(
    _ id: String, on number: Double, in given: inout Given, replaced: Bool = false,
    said: Double? = nil, revocation: Asserted<Revocation> = .absent, end: Double? = nil,
    price: Int64? = 9_990
  ) {
    given.bought(
      TransactionID(id), from: number, to: end ?? number + 31,
      product: id == "1" ? "gold.monthly" : "gold.other", upgraded: replaced,
      revocation: revocation,
      reason: "PURCHASE", price: price, said: said)
  }

  /// Returns a month that was replaced on day 10, both granted.
  private static func upgraded(_ onUpgrade: UpgradeRule? = nil, price: Int64? = 9_990) throws
    -> Given
  {
    var given = Given()
    buy("1", on: 0, in: &given, price: price)
    buy("2", on: 10, in: &given)
    given.grant(by: try catalogs(onUpgrade))
    buy("1", on: 0, in: &given, replaced: true, said: 10.1, price: price)
    return given
  }

  private static func left(_ given: Given, on number: Double = 900) -> Int64 {
    given.book.statuses(at: day(number)).reduce(0) { $0 + $1.grant.amount - $1.takenBack }
  }

  /// 21 of 31 days were unused: 33.87 gems, rounded 34.
  @Test func `after ten of 31 days sixteen of fifty gems stay, and the new fifty`() throws {
    #expect(Self.left(try Self.upgraded()) == 66)
  }

  /// Each day uses 1.61 of fifty gems; 48.39 are taken back, rounded 48.
  @Test func `five switches on five days leave ten gems and the last fifty`() throws {
    var given = Given()
    for number in 0...5 { Self.buy("\(number + 1)", on: Double(number), in: &given) }
    given.grant(by: try Self.catalogs())
    for number in 0...4 {
      Self.buy("\(number + 1)", on: Double(number), in: &given, replaced: true, said: 6)
    }
    #expect(Self.left(given) == 60)
  }

  @Test func `before the replacement nothing is taken`() throws {
    #expect(Self.left(try Self.upgraded(), on: 10 - oneSecond) == 100)
    #expect(Self.left(try Self.upgraded(), on: 10) == 66)
  }

  @Test func `with keep the coins stay`() throws {
    #expect(Self.left(try Self.upgraded(.keep)) == 100)
  }

  @Test func `coins of a free period are prorated as those of a paid one`() throws {
    #expect(Self.left(try Self.upgraded(price: 0)) == 66)
  }

  /// Nothing is taken while the replacement is not held, although Apple says that there was one.
  @Test func `a replacement not yet heard takes nothing`() throws {
    var given = Given()
    Self.buy("1", on: 0, in: &given)
    given.grant(by: try Self.catalogs())
    Self.buy("1", on: 0, in: &given, replaced: true, said: 10.1)
    #expect(Self.left(given) == 50)
    Self.buy("2", on: 10, in: &given, said: 12)
    given.grant(by: try Self.catalogs())
    #expect(Self.left(given) == 66)
  }

  /// The refund takes all fifty gems of the month, not fifty more than the upgrade.
  @Test(arguments: [nil, 100_000] as [Int32?])
  func `a refund of everything takes what the upgrade left`(percentage: Int32?) throws {
    var given = try Self.upgraded()
    Self.buy(
      "1", on: 0, in: &given, replaced: true, said: 20,
      revocation: partialRefund(percentage, on: 20, type: "REFUND_FULL"))
    #expect(Self.left(given) == 50)
  }

  /// Money that Apple gives back for the upgrade itself is no refund.
  @Test(arguments: [nil, "REFUND_PRORATED"] as [String?])
  func `a revocation of the replaced period is the upgrade`(type: String?) throws {
    var given = try Self.upgraded()
    Self.buy(
      "1", on: 0, in: &given, replaced: true, said: 11,
      revocation: .present(Revocation(date: day(10), type: type)))
    #expect(Self.left(given) == 66)
  }

  @Test func `a reversed refund leaves the share of the upgrade`() throws {
    var given = try Self.upgraded()
    Self.buy(
      "1", on: 0, in: &given, replaced: true, said: 20, revocation: refund(on: 20))
    Self.buy("1", on: 0, in: &given, replaced: true, said: 30)
    #expect(Self.left(given, on: 25) == 50)
    #expect(Self.left(given, on: 31) == 66)
  }

  /// The upgrade takes its own coins when it is refunded; the sixteen of the old period stay sixteen.
  @Test func `a refunded upgrade does not bring the old coins back`() throws {
    var given = try Self.upgraded()
    Self.buy("2", on: 10, in: &given, said: 20, revocation: refund(on: 20))
    #expect(Self.left(given) == 16)
  }

  /// The sold end stays 31 January; a replacement in the days given away leaves nothing unused.
  @Test(arguments: [(20.0, 82), (35, 100)] as [(Double, Int64)])
  func `days given away are not counted`(replaced: Double, left: Int64) throws {
    var given = Given()
    Self.buy("1", on: 0, in: &given)
    Self.buy("1", on: 0, in: &given, said: 5, end: 41)
    Self.buy("2", on: replaced, in: &given)
    given.grant(by: try Self.catalogs())
    Self.buy("1", on: 0, in: &given, replaced: true, said: replaced + 1, end: 41)
    #expect(Self.left(given) == left)
  }

  /// A receipt of the moment of the upgrade tells it in whole seconds; the signed copy of the new
  /// period tells the milliseconds. 21 of 31 days were unused, and 33.87 of fifty gems.
  @Test(arguments: [false, true])
  func `a receipt of the second of the upgrade tells of it`(isReceiptFirst: Bool) throws {
    var given = Given()
    Self.buy("1", on: 0, in: &given, said: 0.1)
    let told: [(inout Given) -> Void] = [
      { given in
        for (id, start) in [("1", 0.0), ("2", 10)] {
          given.bought(
            TransactionID(id), from: start, to: start + 31,
            product: id == "1" ? "gold.monthly" : "gold.other", upgraded: id == "1" ? true : nil,
            said: 10, trust: .receipt, isGroupTold: false)
        }
      },
      { given in
        let start = 10 + oneSecond / 2
        Self.buy("1", on: 0, in: &given, replaced: true, said: 12)
        Self.buy("2", on: start, in: &given, said: 12)
      },
    ]
    for tell in isReceiptFirst ? told : told.reversed() { tell(&given) }
    given.grant(by: try Self.catalogs())
    #expect(Self.left(given) == 66)
  }

  /// The renewal of day 31 was charged ahead and replaced on day 30, before it began: all of its fifty
  /// gems are taken back, and of the first period's 1.61, rounded 2. Fifty are those of the upgrade.
  @Test func `a renewal ahead is known by its start in whole seconds`() throws {
    var given = Given()
    Self.buy("1", on: 0, in: &given, replaced: true, said: 40, end: 31 + oneSecond / 2)
    given.bought(
      "2", from: 31, to: 62, product: "gold.monthly", upgraded: true, said: 30, trust: .receipt,
      isGroupTold: false)
    given.bought(
      "3", from: 30, to: 61, product: "gold.other", upgraded: nil, said: 30, trust: .receipt,
      isGroupTold: false)
    given.grant(by: try Self.catalogs())
    #expect(Self.left(given) == 98)
  }

  /// The month of 31 days from day 31 was charged on day 36, within grace, and replaced on day 46: 16 of
  /// 31 days were unused, and 25.81 of fifty gems. A whole month that begins on day 36 has 21 unused.
  @Test(arguments: [(62.0, 74), (67, 66)] as [(Double, Int64)])
  func `a charge within grace counts from the old expiry, if it kept that day`(
    end: Double, left: Int64
  ) throws {
    var given = Given()
    given.bought("0", from: 0, to: 31, product: "gold.none", reason: "PURCHASE", price: 9_990)
    given.renews(said: 31, renewalDate: 31, grace: 47, retry: true, intent: 2)
    given.bought(
      "1", from: 36, to: end, product: "gold.monthly", reason: "RENEWAL", price: 9_990)
    Self.buy("2", on: 46, in: &given)
    given.grant(by: try Self.catalogs())
    given.bought(
      "1", from: 36, to: end, product: "gold.monthly", upgraded: true, reason: "RENEWAL",
      price: 9_990, said: 46.1)
    #expect(Self.left(given) == left)
  }
}
