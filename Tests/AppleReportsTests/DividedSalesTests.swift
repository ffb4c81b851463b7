import AppleReports
import Ledger
import Testing

/// Differences in the division of sales that agree in their day, product and storefront, with figures
/// worked out by hand: 30 % of 8.395 EUR are 2.519, and 15 % are 1.259, so that 5.876 or 7.136 of 9.99 EUR
/// are left. Of 10.99 EUR 6.465 are left, of 4.99 EUR 2.935.
struct DividedSalesTests {
  /// Units of one row: the kind of purchase, the price and the proceeds of one unit, and the rate.
  private struct Row {
    var subscription: SoldPart.Subscription? = .renewal
    var price: Int128 = 9_990
    var proceeds: Int128 = 5_876
    var count: Int64 = 1
    var isAfterAYear = false
    var currency = "EUR"
  }

  private static let later = Row(proceeds: 7_136, isAfterAYear: true)
  private static let new = Row(subscription: .new)
  private static let dear = Row(price: 10_990, proceeds: 6_465)

  private static func key(isRefund: Bool) throws -> Sold.Key {
    Sold.Key(
      day: try #require(CivilDate(year: 2026, month: 3, day: 31)), product: "moon.month",
      storefront: "DEU", currency: "EUR", isRefund: isRefund)
  }

  private static func sold(_ rows: [Row]) -> Sold {
    rows.reduce(into: Sold()) { sold, row in
      let (sales, proceeds) = (Int128(row.count) * row.price, Int128(row.count) * row.proceeds)
      sold.sales += sales
      if row.isAfterAYear { sold.salesAfterAYear += sales }
      sold.proceeds[row.currency, default: 0] += proceeds
      sold.add(
        SoldUnits(row.count, proceeds: [row.currency: proceeds]),
        to: SoldPart(
          subscription: row.subscription, unitPrice: row.price, isAfterAYear: row.isAfterAYear))
    }
  }

  /// Returns the differences of one day; each must be named, and they must add up in each currency.
  private static func differences(
    _ ledger: [Row], _ apple: [Row], isRefund: Bool = false
  ) throws -> [String] {
    let key = try key(isRefund: isRefund)
    let (own, told) = (sold(ledger), sold(apple))
    let found = SalesComparison(
      ledger: [key: own], apple: [key: told], days: ToldDays(all: [key.day])
    ).differences
    #expect(own.sales + found.reduce(0) { $0 + $1.sales } == told.sales)
    for currency in Set(own.proceeds.keys).union(told.proceeds.keys) {
      let sum = found.filter { $0.proceedsCurrency == currency }.reduce(0) { $0 + $1.proceeds }
      #expect((own.proceeds[currency] ?? 0) + sum == told.proceeds[currency] ?? 0)
    }
    return found.map { difference in
      let units = difference.units.map { units in
        let price = units.part.unitPrice.map { "\($0)" } ?? "-"
        return "\(units.count) \(units.part.subscription?.rawValue ?? "-") at \(price): "
      }
      return "\(difference.reason.rawValue): \(units ?? "")\(difference.sales) "
        + "\(difference.proceeds) \(difference.proceedsCurrency)"
    }
  }

  @Test func `a price that changed in the middle of the day is compared unit by unit`() throws {
    let (two, one) = (Row(count: 2), Row(price: 10_990, proceeds: 6_465, count: 2))
    #expect(try Self.differences([two, Self.dear], [two, Self.dear]).isEmpty)
    #expect(
      try Self.differences([two, Self.dear], [Row(), one])
        == ["another price: 1 Renewal at 10990: 1000 589 EUR"])
  }

  @Test func `prices whose sum agrees are other prices all the same`() throws {
    let cheap = Row(price: 8_990, proceeds: 5_287)
    #expect(
      try Self.differences([Row(count: 2)], [cheap, Self.dear]) == [
        "another price: 1 Renewal at 8990: -1000 -589 EUR",
        "another price: 1 Renewal at 10990: 1000 589 EUR",
      ])
  }

  @Test func `new and renewal are told apart`() throws {
    #expect(
      try Self.differences([Row(count: 3)], [Row(count: 2), Self.new])
        == ["new instead of renewal: 1 New at 9990: 0 0 EUR"])
    #expect(
      try Self.differences([Self.new], [Row()])
        == ["renewal instead of new: 1 Renewal at 9990: 0 0 EUR"])
    // A purchase has no year before it, a renewal may.
    #expect(
      try Self.differences([Self.later], [Self.new])
        == ["new instead of renewal: 1 New at 9990: 0 -1260 EUR"])
  }

  @Test func `a blank kind of purchase compares with nothing`() throws {
    let blank = Row(subscription: nil, count: 2)
    #expect(try Self.differences([Self.new, Row()], [blank]).isEmpty)
    #expect(
      try Self.differences([Self.new, Row()], [Row(subscription: nil, count: 3)])
        == ["another amount: 1 - at 9990: 9990 5876 EUR"])
  }

  @Test func `the rate is named by units, whatever else agrees`() throws {
    // As many units after a year on both sides, but at another price.
    let dearLater = Row(price: 10_990, proceeds: 7_850, isAfterAYear: true)
    #expect(
      try Self.differences([Self.later, Self.dear], [Row(), dearLater]) == [
        "another rate: 1 Renewal at 9990: 0 -1260 EUR",
        "another rate: 1 Renewal at 10990: 0 1385 EUR",
      ])
    #expect(
      try Self.differences([Row(count: 2)], [Row(), Self.later])
        == ["another rate: 1 Renewal at 9990: 0 1260 EUR"])
  }

  @Test func `several differences of one day are each named`() throws {
    let found = try Self.differences(
      [Row(count: 3), Self.new, Self.dear],
      [Row(), Self.later, Self.new, Self.new, Self.dear, Self.dear])
    #expect(
      found == [
        "another rate: 1 Renewal at 9990: 0 1260 EUR",
        "new instead of renewal: 1 New at 9990: 0 0 EUR",
        "another amount: 1 Renewal at 10990: 10990 6465 EUR",
      ])
  }

  @Test func `a refund of a renewal is one of a renewal`() throws {
    let (back, newBack) = (Row(count: -1), Row(subscription: .new, count: -1))
    #expect(try Self.differences([back], [back], isRefund: true).isEmpty)
    #expect(
      try Self.differences([back], [newBack], isRefund: true)
        == ["new instead of renewal: -1 New at 9990: 0 0 EUR"])
    #expect(
      try Self.differences([Row(count: -2)], [back], isRefund: true)
        == ["another amount: 1 Renewal at 9990: 9990 5876 EUR"])
  }

  @Test func `a refund in part is a unit at the part of the price`() throws {
    let half = Row(price: 4_990, proceeds: 2_935, count: -1)
    #expect(try Self.differences([half], [half], isRefund: true).isEmpty)
    #expect(
      try Self.differences([half], [Row(count: -1)], isRefund: true)
        == ["another price: -1 Renewal at 9990: -5000 -2941 EUR"])
    // Two steps of one refund are one unit, or two.
    let rest = Row(price: 5_000, proceeds: 2_941, count: -1)
    #expect(try Self.differences([Row(count: -1)], [half, rest], isRefund: true).isEmpty)
  }

  @Test func `a unit of which the proceeds are estimated otherwise has the rest`() throws {
    let told = Row(proceeds: 5_880, count: 2)
    #expect(
      try Self.differences([Row()], [told]) == [
        "another amount: 1 Renewal at 9990: 9990 5880 EUR", "estimated tax: 0 4 EUR",
      ])
  }

  @Test func `units that are paid in another currency are compared by price alone`() throws {
    let dollars = Row(proceeds: 6_400, currency: "USD")
    #expect(
      try Self.differences([Self.new], [dollars]) == [
        "renewal instead of new: 1 Renewal at 9990: 0 0 EUR",
        "paid in another currency: 0 -5876 EUR", "paid in another currency: 0 6400 USD",
      ])
  }

  @Test func `sums are compared where the ledger knows no number of units`() throws {
    let pack = Row(subscription: nil, price: 2_990, proceeds: 1_758, count: 3)
    var own = Sold()
    (own.sales, own.proceeds) = (8_970, ["EUR": 5_274])
    own.add(
      SoldUnits(1, proceeds: ["EUR": 5_274]),
      to: SoldPart(subscription: nil, unitPrice: nil, isAfterAYear: false))
    let key = try Self.key(isRefund: false)
    func reasons(_ told: [Row]) -> [SalesDifference.Reason] {
      SalesComparison(
        ledger: [key: own], apple: [key: Self.sold(told)], days: ToldDays(all: [key.day])
      )
      .differences.map(\.reason)
    }
    #expect(reasons([pack]).isEmpty)
    #expect(reasons([pack, pack]) == [.otherAmount])
  }
}
