import AppleReports
import Ledger
import Testing

struct SalesRowTests {
  private static func row(_ cells: [String: String]) throws -> SalesRow {
    try #require(try ReportBuilder.sales.with(cells).read().salesRows.first)
  }

  @Test func `a renewal is read whole`() throws {
    let row = try Self.row([
      "Proceeds Reason": "Rate After One Year", "Preserved Pricing": "Yes",
      "Developer Proceeds": "7.14",
    ])
    #expect(row.line == 2)
    #expect(row.period.lowerBound.description == "2026-03-31")
    #expect(row.sku == "moon.month")
    #expect(row.parentIdentifier == "moon")
    #expect(row.appleIdentifier == "1500000001")
    #expect(row.title == "Moon Pass")
    #expect(row.productTypeIdentifier == "IAY")
    #expect(row.units == 1)
    #expect(row.developerProceeds.milliunits == 7_140)
    #expect(row.proceedsCurrency == "EUR")
    #expect(row.customerPrice.milliunits == 9_990)
    #expect(row.customerCurrency == "EUR")
    #expect(row.storefront == "DEU")
    #expect(row.subscription == .renewal)
    #expect(row.isRateAfterOneYear)
    #expect(row.rate == .afterOneYear)
    #expect(row.preservedPricing == .yes)
    #expect((row.promoCode, row.orderType, row.device, row.client) == ("", "", "iPhone", ""))
  }

  @Test func `a refund has negative units, a negative price and positive proceeds`() throws {
    let row = try Self.row([
      "Units": "-2", "Customer Price": "-9.99", "Developer Proceeds": "5.88",
    ])
    #expect(row.units == -2)
    #expect(row.customerPrice.milliunits == -9_990)
    #expect(row.developerProceeds.milliunits == 5_880)
    #expect((row.developerProceeds * row.units).milliunits == -11_760)
  }

  @Test func `amounts of a currency without minor units have zeros after the point`() throws {
    let row = try Self.row([
      "Country Code": "JP", "Customer Currency": "JPY", "Currency of Proceeds": "JPY",
      "Customer Price": "1500.00", "Developer Proceeds": "954.00",
    ])
    #expect(row.storefront == "JPN")
    #expect(row.customerPrice.milliunits == 1_500_000)
    #expect(row.developerProceeds.milliunits == 954_000)
  }

  @Test func `proceeds with four decimals keep them`() throws {
    let row = try Self.row(["Units": "3", "Developer Proceeds": "5.8765"])
    #expect(row.developerProceeds.milliunits == nil)
    #expect(row.developerProceeds.description == "5.8765")
    #expect((row.developerProceeds * row.units).description == "17.6295")
  }

  @Test(arguments: [
    ("", ProceedsRate.standard, false), ("Rate After One Year", .afterOneYear, true),
    ("rate after one year", .afterOneYear, true), ("Rate After Ten Years", nil, false),
  ])
  func `the reason names the rate`(reason: String, rate: ProceedsRate?, isAfter: Bool) throws {
    let row = try Self.row(["Proceeds Reason": reason])
    #expect(row.rate == rate)
    #expect(row.isRateAfterOneYear == isAfter)
    #expect(row.proceedsReason == reason)
  }

  @Test func `unknown values are kept as they are`() throws {
    let row = try Self.row([
      "Subscription": "Resumed", "Preserved Pricing": "Partly", "Period": "1 Fortnight",
      "Country Code": "QZ", "Product Type Identifier": "IB7", "Order Type": "Barter",
    ])
    #expect(row.subscription == .other("Resumed"))
    #expect(row.preservedPricing == .other("Partly"))
    #expect(row.periodText == "1 Fortnight")
    #expect(row.storefront == "QZ")
    #expect(row.productTypeIdentifier == "IB7")
    #expect(row.orderType == "Barter")
  }

  @Test func `a purchase that does not renew has no kind of subscription`() throws {
    let row = try Self.row(["Subscription": "", "Period": "", "Product Type Identifier": "IA1"])
    #expect(row.subscription == nil)
    #expect(try Self.row(["Subscription": "New"]).subscription == .new)
  }

  @Test func `a file covers the days from its first to its last`() throws {
    let report = try ReportBuilder.sales.with(
      ["Begin Date": "03/09/2026", "End Date": "03/15/2026"],
      ["Begin Date": "03/02/2026", "End Date": "03/08/2026"]
    ).read()
    #expect(report.period.map { "\($0.lowerBound) \($0.upperBound)" } == "2026-03-02 2026-03-15")
  }

  @Test(arguments: [
    ("US", "USA"), ("DE", "DEU"), ("GB", "GBR"), ("JP", "JPN"), ("CH", "CHE"), ("XK", "XKS"),
    ("AE", "ARE"), ("ZW", "ZWE"), ("USA", "USA"), ("us", "us"), ("", ""), ("QZ", "QZ"),
  ])
  func `countries have the three letters of signed transactions`(two: String, three: String) {
    #expect(StorefrontCodes.alpha3(of: two) == three)
  }

  @Test func `the table of countries is whole and without doubles`() {
    let codes = StorefrontCodes.alpha3
    #expect(codes.count == 250)
    #expect(Set(codes.values).count == 250)
    #expect(codes.allSatisfy { $0.key.utf8.count == 2 && $0.value.utf8.count == 3 })
  }
}
