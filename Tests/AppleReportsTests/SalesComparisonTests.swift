import AppleReports
import Ledger
import Testing

/// Differences between the ledger and sales files, with figures worked out by hand.
struct SalesComparisonTests {
  private static let march31 = "03/31/2026"
  private static let april1 = "04/01/2026"

  private static func day(_ day: Int64, of month: Int64) throws -> CivilDate {
    try #require(CivilDate(year: 2026, month: month, day: day))
  }

  private static func key(
    _ day: Int64, of month: Int64, isRefund: Bool = false
  ) throws -> Sold.Key {
    Sold.Key(
      day: try self.day(day, of: month), product: "moon.month", storefront: "DEU", currency: "EUR",
      isRefund: isRefund)
  }

  /// Returns renewals at 9.99 EUR, all of them after a year or none.
  private static func sold(
    _ sales: Int128, _ proceeds: Int128, afterAYear: Int128 = 0
  ) -> Sold {
    var sold = Sold()
    (sold.sales, sold.salesAfterAYear, sold.proceeds) = (sales, afterAYear, ["EUR": proceeds])
    sold.add(
      SoldUnits(Int64(sales / 9_990), proceeds: ["EUR": proceeds]),
      to: SoldPart(subscription: .renewal, unitPrice: 9_990, isAfterAYear: afterAYear != 0))
    return sold
  }

  /// Compares with a file of these rows of 9.99 EUR, of 31 March unless a row names another day.
  private static func differences(
    _ ledger: [Sold.Key: Sold], _ rows: [[String: String]],
    days: Set<CivilDate>? = nil
  ) throws -> [String] {
    var (sums, builder) = (SoldSums(), ReportBuilder.sales)
    builder.rows = rows.map { $0.merging(["End Date": $0["Begin Date"] ?? march31]) { $1 } }
    for row in try builder.read().salesRows { sums.add(row) }
    let all = [try day(31, of: 3), try day(1, of: 4)]
    return SalesComparison(ledger: ledger, apple: sums.sold, days: ToldDays(all: days ?? Set(all)))
      .differences
      .map {
        "\($0.reason.rawValue) \($0.key.day) \($0.sales) \($0.proceeds) \($0.proceedsCurrency)"
      }
  }

  @Test func `equal figures have no difference`() throws {
    let found = try Self.differences(
      [try Self.key(31, of: 3): Self.sold(29_970, 17_640)], [[:], ["Units": "2"]])
    #expect(found.isEmpty)
  }

  @Test func `free units are no sale`() throws {
    let free = ["Customer Price": "0", "Developer Proceeds": "0.00"]
    #expect(try Self.differences([:], [free]).isEmpty)
  }

  @Test func `proceeds alone differ by the estimated tax`() throws {
    // 5.88 and 5.876 of one unit, 17.64 and 17.628 of three.
    let found = try Self.differences(
      [try Self.key(31, of: 3): Self.sold(29_970, 17_628)], [["Units": "3"]])
    #expect(found == ["estimated tax 2026-03-31 0 12 EUR"])
  }

  @Test func `a row that is missing on one side is named`() throws {
    let own = try Self.key(31, of: 3)
    #expect(
      try Self.differences([own: Self.sold(9_990, 5_876)], [])
        == ["not in Apple's files 2026-03-31 -9990 -5876 EUR"])
    #expect(
      try Self.differences([:], [[:]]) == ["not in the ledger 2026-03-31 9990 5880 EUR"])
    #expect(
      try Self.differences([own: Self.sold(9_990, 5_876)], [], days: [])
        == ["no file of Apple's 2026-03-31 -9990 -5876 EUR"])
  }

  @Test func `another number is another amount, and another price is named`() throws {
    let own = [try Self.key(31, of: 3): Self.sold(9_990, 5_880)]
    #expect(
      try Self.differences(own, [["Units": "2"]])
        == ["another amount 2026-03-31 9990 5880 EUR"])
    #expect(
      try Self.differences(own, [["Customer Price": "10.99", "Developer Proceeds": "6.47"]])
        == ["another price 2026-03-31 1000 590 EUR"])
  }

  @Test func `the rate after a year is told by the reason`() throws {
    // 85 % of 8.395 are 7.136, which Apple writes 7.14.
    let own = [try Self.key(31, of: 3): Self.sold(9_990, 5_880)]
    let later = ["Proceeds Reason": "Rate After One Year", "Developer Proceeds": "7.14"]
    #expect(try Self.differences(own, [later]) == ["another rate 2026-03-31 0 1260 EUR"])
    #expect(
      try Self.differences(
        [try Self.key(31, of: 3): Self.sold(9_990, 7_136, afterAYear: 9_990)], [later])
        == ["estimated tax 2026-03-31 0 4 EUR"])
  }

  @Test func `a sale of the neighboring day is on another day`() throws {
    let found = try Self.differences(
      [try Self.key(31, of: 3): Self.sold(9_990, 5_876)], [["Begin Date": Self.april1]])
    #expect(
      found == [
        "on another day 2026-03-31 -9990 -5876 EUR", "on another day 2026-04-01 9990 5880 EUR",
      ])
  }

  @Test func `refunds are compared apart from sales`() throws {
    let refund = ["Units": "-1", "Customer Price": "-9.99"]
    let own = [
      try Self.key(31, of: 3): Self.sold(9_990, 5_880),
      try Self.key(31, of: 3, isRefund: true): Self.sold(-9_990, -5_880),
    ]
    #expect(try Self.differences(own, [[:], refund]).isEmpty)
    #expect(
      try Self.differences(own, [[:]])
        == ["not in Apple's files 2026-03-31 9990 5880 EUR"])
  }

  @Test func `proceeds in another currency are no part of ours`() throws {
    let found = try Self.differences(
      [try Self.key(31, of: 3): Self.sold(9_990, 5_876)],
      [["Currency of Proceeds": "USD", "Developer Proceeds": "6.40"]])
    #expect(
      found == [
        "paid in another currency 2026-03-31 0 -5876 EUR",
        "paid in another currency 2026-03-31 0 6400 USD",
      ])
  }

  @Test func `more than three decimals are rounded half up for the sum of a day`() throws {
    // 3 * 5.8765 = 17.6295, and 17.630 in thousandths.
    let found = try Self.differences(
      [try Self.key(31, of: 3): Self.sold(29_970, 17_630)],
      [["Units": "3", "Developer Proceeds": "5.8765"]])
    #expect(found.isEmpty)
    let negative = try Self.differences(
      [try Self.key(31, of: 3, isRefund: true): Self.sold(-29_970, -17_629)],
      [["Units": "-3", "Customer Price": "-9.99", "Developer Proceeds": "5.8765"]])
    #expect(negative.isEmpty)
  }
}
