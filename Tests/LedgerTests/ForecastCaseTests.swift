import Ledger
import Testing

/// Forecasts of single cases, with figures worked out by hand. Of 9.990 Apple keeps 2.997 in the first
/// year and 1.499 after it; of 19.990 5.997 and 2.999; of 99.990 29.997 and 14.999.
struct ForecastCaseTests {
  private static let annual: ProductID = "gold.annual"

  /// Returns monthly charges of 9.990 EUR from New Year on.
  private func months(_ count: Int) -> Given {
    var given = Given()
    given.currency = "EUR"
    given.monthly(LedgerTests.months(count, from: "2026-01-01"), price: 9_990)
    return given
  }

  private func history(_ given: Given, _ catalogs: Catalogs) throws -> ServiceHistory {
    try #require(ServiceHistory.histories(of: [given.state], catalogs: catalogs).first)
  }

  private func saving(
    _ given: Given, _ catalogs: Catalogs = Catalogs(), on number: Double, isAsTold: Bool = false
  ) throws -> Int64? {
    try history(given, catalogs).saving(at: day(number), in: game, isAsTold: isAsTold)?.amount
  }

  /// Eleven months are 334 days, and the year that begins then 365: at its end 699 have been paid for.
  /// No charge of the next 365 days follows a year.
  @Test func `after eleven months the annual plan has the reduced rate from its second year on`()
    throws
  {
    var given = months(11)
    given.renews(said: 320, as: Self.annual, renewalDate: on("2026-12-01"), price: 99_990)
    let catalogs = try Catalogs(Self.annual, every: .months(12))
    let tenure = try history(given, catalogs).evaluate(at: day(on("2026-11-20")))
    #expect(tenure.reducedRateFrom == Instant("2027-12-01T00:00:00Z"))
    #expect(try saving(given, catalogs, on: on("2026-11-20")) == 0)
  }

  /// The months of the year after are charged at 9.990: twelve times 1.498.
  @Test func `an annual plan that goes down to months saves on each of twelve`() throws {
    var given = Given()
    given.currency = "EUR"
    given.bought(
      "1", from: 0, to: 365, product: Self.annual, reason: "PURCHASE", price: 99_990)
    given.renews(said: 300, as: "gold.monthly", renewalDate: 365, price: 9_990)
    let catalogs = try Catalogs("gold.monthly", every: .months(1))
    #expect(try saving(given, catalogs, on: 358) == 17_976)
    #expect(try saving(given, on: 358) == nil)
    #expect(try history(given, Catalogs()).evaluate(at: day(358)).reducedRateFrom == day(365))
  }

  /// Price and length are of one product: a price that was told without its product's length says
  /// nothing about a year.
  @Test func `a plan of unknown length has a first renewal, and no worth`() throws {
    var given = months(11)
    given.renews(said: 320, as: Self.annual, renewalDate: on("2026-12-01"), price: 99_990)
    #expect(try saving(given, on: on("2026-11-20")) == nil)
    #expect(
      try history(given, Catalogs()).evaluate(at: day(on("2026-11-20"))).reducedRateFrom == nil)
  }

  /// Twelve renewals of the year after day 400: twelve times 2.998.
  @Test(arguments: [nil, 1] as [Int32?])
  func `an increase that is told counts, whether consent was given or not needed`(
    consent: Int32?
  ) throws {
    var given = months(14)
    given.renews(
      said: 399, renewalDate: on("2027-03-01"), price: 19_990, consent: consent)
    #expect(try saving(given, on: 400) == 35_976)
  }

  @Test func `the price of an offer counts for none but its own period`() throws {
    var given = months(14)
    given.renews(
      said: 399, renewalDate: on("2027-03-01"), price: 990,
      offer: Offer(type: 2, discountType: "PAY_AS_YOU_GO"))
    #expect(try saving(given, on: 400) == 17_976)
  }

  @Test func `renewals that are switched off save nothing, unless they were charged ahead`() throws
  {
    var given = months(14)
    given.renews(said: 399, autoRenew: false, renewalDate: on("2027-03-01"), price: 9_990)
    #expect(try saving(given, on: 400) == 17_976)
    #expect(try saving(given, on: 400, isAsTold: true) == 0)
    given.bought(
      "15", from: on("2027-03-01"), to: on("2027-04-01"), reason: "RENEWAL", price: 9_990,
      said: on("2027-02-28"))
    given.renews(
      said: on("2027-02-28") + oneHour, autoRenew: false, renewalDate: on("2027-04-01"))
    let ahead = on("2027-02-28") + 2 * oneHour
    #expect(try saving(given, on: ahead, isAsTold: true) == 1_498)
    let forecast = try history(given, Catalogs()).forecast(at: day(ahead))
    #expect(forecast.endsAt == day(on("2027-04-01")))
    #expect(forecast.keptUntil == day(on("2027-04-01") + 60 + oneHour))
  }

  /// A downgrade to months was charged ahead of the end of the first year; the info tells that the
  /// year comes again after it.
  @Test func `a renewal charged ahead comes before the plan that follows it`() throws {
    var given = Given()
    given.currency = "EUR"
    given.bought("1", from: 0, to: 365, product: Self.annual, reason: "PURCHASE", price: 99_990)
    given.bought(
      "2", from: 365, to: on("2027-02-01"), reason: "RENEWAL", price: 9_990, said: 364.5)
    given.renews(said: 364.6, as: Self.annual, renewalDate: on("2027-02-01"), price: 99_990)
    let catalogs = try Catalogs(Self.annual, every: .months(12))
    #expect(try saving(given, catalogs, on: 364.7) == 1_498 + 14_998)
    #expect(
      try history(given, catalogs).evaluate(at: day(364.7)).reducedRateFrom == day(365))
  }

  @Test func `the catalog in force at the moment tells the length, or else the first after it`()
    throws
  {
    var given = Given()
    given.bought("1", from: 0, to: 7, price: 0, offer: trial)
    let yearly = CatalogProduct(given.product, type: .autoRenewable, period: .months(12))
    let monthly = CatalogProduct(given.product, type: .autoRenewable, period: .months(1))
    let catalogs = try Catalogs([(2, [yearly]), (5, [monthly])])
    let moments = [1, 3, 6].map { day($0) }
    #expect(
      try moments.map { try history(given, catalogs).evaluate(at: $0).reducedRateFrom }
        == [day(7 + 365), day(7 + 365), day(on("2027-01-08"))])
  }
}
