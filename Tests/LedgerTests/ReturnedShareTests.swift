import Ledger
import Testing

/// The share of a month that was given back, of its 9.990 USD and of its fifty gems alike, with figures
/// worked out by hand. A month is 31 days; after ten of them 21 of 31 are left: 6.767 USD, and 34 gems.
struct ReturnedShareTests {
  private static func given() -> Given {
    var given = Given()
    given.currency = "USD"
    return given
  }

  /// Adds a month that was bought on a day.
  private static func buy(
    _ id: TransactionID = "1", on number: Double = 0, in given: inout Given,
    product: ProductID = "gold.monthly", length: Double = 31, price: Int64 = 9_990,
    upgraded: Bool = false, revocation: Asserted<Revocation> = .absent, said: Double? = nil,
    item: String? = nil
  ) {
    given.bought(
      id, from: number, to: number + length, product: product, upgraded: upgraded,
      revocation: revocation, reason: "PURCHASE", price: price, said: said, item: item)
  }

  /// Returns the entries of the journal as texts: kind, day, price.
  private static func entries(_ given: Given) -> [String] {
    var journal = JournalBook(taxes: .none)
    for event in given.events { journal.record(event) }
    let sums = Dictionary(
      journal.entries.map { entry in
        let day = Double((entry.occurredAt - day(0)).milliseconds) / 86_400_000
        return ("\(day) \(entry.kind) of \(entry.transactionID)", entry.amounts.price)
      }, uniquingKeysWith: +)
    return sums.filter { $0.value != 0 }.map { "\($0.key): \($0.value)" }.sorted()
  }

  /// Returns the gems that are left of all grants.
  private static func left(_ given: Given, _ onUpgrade: UpgradeRule? = nil) throws -> Int64 {
    let products = ["gold.monthly", "gold.large"].map { id in
      CatalogProduct(
        ProductID(id), type: .autoRenewable, subscriptionGroupID: "gold", period: .months(1),
        grants: [ProductGrant(gem, 50, onUpgrade: onUpgrade)])
    }
    var given = given
    given.grant(by: try Catalogs([(-1_000, products)]))
    return given.book.statuses.reduce(0) { $0 + $1.grant.amount - $1.takenBack }
  }

  /// Refunded 30 % on day 10, 2.997 USD and 15 gems, and bought again on day 11: of 19.980 USD 16.983 are
  /// left, and of a hundred gems 85. Apple's later copies of the refund tell nothing more.
  @Test(arguments: 0...2)
  func `a purchase after a refund in part replaces nothing, however often Apple tells the refund`(
    copies: Int
  ) throws {
    var given = Self.given()
    Self.buy(in: &given)
    let refund = partialRefund(30_000, on: 10)
    Self.buy(in: &given, revocation: refund, said: 10)
    Self.buy("2", on: 11, in: &given)
    for copy in 0..<copies {
      Self.buy(in: &given, revocation: refund, said: 12 + Double(copy))
    }
    #expect(
      Self.entries(given) == [
        "0.0 charge of 1: 9990", "10.0 refund of 1: 2997", "11.0 charge of 2: 9990",
      ])
    #expect(try Self.left(given) == 85)
    #expect(try given.tenure(on: 20).transactions.map(\.paidDays) == [10, 9])
    #expect(given.entitlements(on: 11).map(\.transactionID) == ["2"])
  }

  /// A year of 59.990 USD, refunded after 61 of 365 days: 83.288 % are 49.964 USD. The month is bought half
  /// an hour later.
  @Test func `a year refunded by whole days is not upgraded by the month after it`() {
    var given = Self.given()
    Self.buy(in: &given, product: "gold.yearly", length: 365, price: 59_990)
    Self.buy(
      in: &given, product: "gold.yearly", length: 365, price: 59_990,
      revocation: partialRefund(83_288, on: 61), said: 61)
    Self.buy("2", on: 61 + oneHour / 2, in: &given)
    let entries = Self.entries(given)
    #expect(entries.contains("61.0 refund of 1: 49964"))
    #expect(!entries.contains { $0.contains("upgrade") })
  }

  /// The reversal of day 15 changes nothing about the purchase of day 11, and the month runs again, until
  /// the purchase of day 20 replaces it: 11 of 31 days are 3.545 USD.
  @Test func `a reversal changes nothing about a purchase before it`() throws {
    var given = Self.given()
    Self.buy(in: &given, revocation: partialRefund(30_000, on: 10), said: 10)
    Self.buy("2", on: 11, in: &given, length: 7)
    Self.buy(in: &given, said: 15)
    #expect(
      Self.entries(given) == [
        "0.0 charge of 1: 9990", "10.0 refund of 1: 2997", "11.0 charge of 2: 9990",
        "15.0 reversal of 1: 2997",
      ])
    #expect(try Self.left(given) == 100)
    Self.buy("3", on: 20, in: &given, product: "gold.large")
    Self.buy(in: &given, upgraded: true, said: 21)
    #expect(Self.entries(given).contains("20.0 upgrade of 1: 3545"))
    #expect(given.entitlements(on: 19).map(\.expiresAt) == [day(20)])
  }

  /// Apple told the refund of day 10 before the upgrade of day 20, and another revocation on day 25: the month
  /// ended on day 10 for the purchase of day 11. Of three times fifty gems `keep` keeps all.
  @Test func `a refund that was told before an upgrade stays a refund`() throws {
    var given = Self.given()
    Self.buy(in: &given, revocation: partialRefund(30_000, on: 10), said: 10)
    Self.buy("2", on: 11, in: &given, length: 7)
    Self.buy("3", on: 20, in: &given, product: "gold.large")
    Self.buy(
      in: &given, upgraded: true, revocation: .present(Revocation(date: day(25))), said: 25)
    #expect(try given.tenure(on: 15).transactions.first?.paidDays == 10)
    #expect(try Self.left(given, .keep) == 150)
  }

  /// Under `keep` an upgrade takes nothing; the refund of 30 % of day 10 is none, also after its reversal.
  @Test func `coins that an upgrade keeps go with a refund before it`() throws {
    var given = Self.given()
    Self.buy(in: &given, revocation: partialRefund(30_000, on: 10), said: 10)
    Self.buy(in: &given, said: 15)
    Self.buy("2", on: 20, in: &given, product: "gold.large")
    Self.buy(in: &given, upgraded: true, said: 21)
    given.grant(by: try Catalogs(goldMonthly(50, onUpgrade: .keep)))
    func left(on number: Double) -> Int64? {
      given.book.statuses(at: day(number)).first.map { $0.grant.amount - $0.takenBack }
    }
    #expect([9, 10, 14, 15, 20].map(left) == [50, 35, 35, 50, 50])
  }

  /// 67.742 % of 9.990 are 6.767 USD: 3.223 are kept. Of fifty gems 33.87 go.
  @Test func `of an upgrade to a bundle Apple's percentage is given back`() throws {
    var given = Self.given()
    Self.buy(in: &given)
    Self.buy(in: &given, upgraded: true, revocation: partialRefund(67_742, on: 10), said: 10)
    #expect(Self.entries(given) == ["0.0 charge of 1: 9990", "10.0 upgrade of 1: 6767"])
    #expect(try Self.left(given) == 16)
  }

  /// By time 6.767 USD and 34 gems; Apple says a half. The revocation is dated a second later.
  @Test(arguments: [10, 10 + oneSecond])
  func `of a replaced period Apple's percentage goes before the time`(date: Double) throws {
    var given = Self.given()
    Self.buy(in: &given)
    Self.buy("2", on: 10, in: &given, product: "gold.large")
    Self.buy(in: &given, upgraded: true, revocation: partialRefund(50_000, on: date), said: 11)
    #expect(
      Self.entries(given) == [
        "0.0 charge of 1: 9990", "10.0 charge of 2: 9990", "10.0 upgrade of 1: 4995",
      ])
    #expect(try Self.left(given) == 75)
  }

  @Test func `a refund in part without a percentage goes by time, from its date`() throws {
    var given = Self.given()
    Self.buy(in: &given)
    Self.buy(in: &given, revocation: partialRefund(nil, on: 10), said: 12)
    #expect(Self.entries(given) == ["0.0 charge of 1: 9990", "10.0 refund of 1: 6767"])
    #expect(try Self.left(given) == 16)
    #expect(try given.tenure(on: 31).daysOfPaidService == 10)
  }

  /// The bundle is unknown; Apple typed the return and left its share out.
  @Test func `an upgrade to a bundle without a percentage goes by time`() throws {
    var given = Self.given()
    Self.buy(in: &given, upgraded: true, revocation: partialRefund(nil, on: 10), said: 12)
    #expect(Self.entries(given) == ["0.0 charge of 1: 9990", "10.0 upgrade of 1: 6767"])
  }

  @Test func `a refund in part of what has no time is everything without a percentage`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems(revocation: partialRefund(nil, on: 5), said: 6)
    given.grant(by: try Catalogs(gems(100)))
    #expect(given.book.statuses.map(\.takenBack) == [100])
  }

  @Test(arguments: [nil, "SOMETHING_NEW"] as [String?])
  func `any other refund without a percentage is everything`(type: String?) throws {
    var given = Self.given()
    Self.buy(in: &given)
    Self.buy(in: &given, revocation: .present(Revocation(date: day(10), type: type)), said: 12)
    #expect(Self.entries(given) == ["0.0 charge of 1: 9990", "10.0 refund of 1: 9990"])
    #expect(try Self.left(given) == 0)
  }

  /// Half the price of the replaced period goes back to the customer, and none of the coins.
  @Test func `coins that an upgrade keeps go with a refund of everything alone`() throws {
    var given = Self.given()
    Self.buy(in: &given)
    Self.buy("2", on: 10, in: &given, product: "gold.large")
    Self.buy(in: &given, upgraded: true, revocation: partialRefund(50_000, on: 10), said: 11)
    #expect(try Self.left(given, .keep) == 100)
    Self.buy(in: &given, upgraded: true, revocation: refund(on: 20), said: 20)
    #expect(try Self.left(given, .keep) == 50)
    var refunded = Self.given()
    Self.buy(in: &refunded, revocation: partialRefund(30_000, on: 10), said: 10)
    #expect(try Self.left(refunded, .keep) == 35, "no upgrade: 30 % of fifty")
  }

  /// 30 % of one copy and 50 % of the other are 4.995 USD and 25 gems, not the sum.
  @Test(arguments: [(30_000, 50_000), (50_000, 30_000)] as [(Int32, Int32)])
  func `of the copies of a period the greatest share counts`(first: Int32, second: Int32) throws {
    var given = Self.given()
    Self.buy("1", in: &given, revocation: partialRefund(first, on: 10), said: 10, item: "7")
    Self.buy("9", in: &given, revocation: partialRefund(second, on: 10), said: 11, item: "7")
    #expect(Self.entries(given) == ["0.0 charge of 1: 9990", "10.0 refund of 1: 4995"])
    #expect(try Self.left(given) == 25)
  }

  /// Days end with the earliest refund in part, and a refund of everything takes them all.
  @Test func `of the copies of a period a refund of everything counts, or else the earliest`()
    throws
  {
    var given = Self.given()
    Self.buy("1", in: &given, revocation: partialRefund(30_000, on: 10), said: 13, item: "7")
    Self.buy("9", in: &given, revocation: partialRefund(50_000, on: 6), said: 12, item: "7")
    #expect(try given.tenure(on: 31).daysOfPaidService == 6)
    Self.buy("1", in: &given, revocation: refund(on: 15), said: 15, item: "7")
    #expect(try given.tenure(on: 31).daysOfPaidService == 0)
    Self.buy("1", in: &given, said: 20, item: "7")
    #expect(try given.tenure(on: 31).daysOfPaidService == 6)
  }

  /// A receipt tells the money of the upgrade as a cancellation, and Apple's signature leaves it out.
  @Test func `the cancellation of an upgrade is none, also once it is gone`() throws {
    var given = Self.given()
    Self.buy(in: &given)
    given.bought(
      "1", from: 0, to: 31, product: "gold.monthly", upgraded: true,
      revocation: .present(Revocation(date: day(10))), reason: nil, said: 10.1, trust: .receipt)
    Self.buy("2", on: 10, in: &given, product: "gold.large", said: 10.2)
    Self.buy(in: &given, upgraded: true, said: 12)
    #expect(Self.entries(given).contains("10.0 upgrade of 1: 6767"))
    #expect(try Self.left(given) == 66)
  }
}
