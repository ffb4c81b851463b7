import Ledger
import Testing

/// Savings on 9.990 EUR: Apple keeps 2.997 before the year and 1.499 after it, so 1.498 are saved a
/// month.
struct SavingTests {
  private func months(
    _ count: Int, price: Int64? = 9_990, currency: String? = "EUR", storefront: String? = nil
  ) -> Given {
    var given = Given()
    given.currency = currency
    given.monthly(
      LedgerTests.months(count, from: "2026-01-01"), price: price, storefront: storefront)
    return given
  }

  private func saving(
    _ given: Given, on number: Double, catalogs: Catalogs = Catalogs(),
    settings: TenureSettings = .apple, shared: SharedState = SharedState()
  ) throws -> Saving? {
    let histories = ServiceHistory.histories(
      of: [given.state], catalogs: catalogs, settings: settings)
    return try #require(histories.first).saving(
      at: day(number), in: "com.example.game", shared: shared)
  }

  @Test func `on day 300 ten of the next year's renewals follow the year of service`() throws {
    let saving = try #require(try saving(months(10), on: 300))
    #expect((saving.amount, saving.currency) == (14_980, "EUR"))
  }

  @Test func `on day 400 all twelve do`() throws {
    #expect(try saving(months(14), on: 400)?.amount == 17_976)
  }

  @Test func `of a year's plan the renewal counts if it lies within 365 days`() throws {
    var given = Given()
    given.currency = "EUR"
    given.bought("1", from: 0, to: 365, reason: "PURCHASE", price: 59_990)
    #expect(try saving(given, on: 100)?.amount == 8_998)
    #expect(try saving(given, on: oneSecond)?.amount == 8_998)
    #expect(try saving(given, on: 0)?.amount == 0)
  }

  @Test func `a trial saves as its plan will, if that is known`() throws {
    var given = Given()
    given.currency = "EUR"
    given.bought("1", from: 0, to: 7, price: 0, offer: trial)
    let settings = TenureSettings(yearOfService: .seconds(59 * 86_400))
    let catalogs = try Catalogs(given.product, every: .months(1))
    #expect(try saving(given, on: 3, settings: settings) == nil)
    #expect(try saving(given, on: 3, catalogs: catalogs, settings: settings) == nil)
    given.renews(said: 1, renewalDate: 7, price: 9_990)
    #expect(try saving(given, on: 3, settings: settings) == nil)
    #expect(try saving(given, on: 3, catalogs: catalogs, settings: settings)?.amount == 14_980)
    #expect(try saving(given, on: 3, catalogs: catalogs)?.amount == 0)
  }

  @Test func `under the Small Business Program a year of service saves nothing`() throws {
    let program = Program(Program.smallBusiness, from: day(0))
    let ending = Program(Program.smallBusiness, from: day(0), until: day(on("2027-09-01")))
    #expect(try saving(months(10), on: 300, shared: SharedState(programs: [program]))?.amount == 0)
    #expect(
      try saving(months(10), on: 300, shared: SharedState(programs: [ending]))?.amount == 2_996)
  }

  @Test func `a storefront's own terms decide what it saves there`() throws {
    let shared = SharedState(
      terms: .standard.adding([
        CommissionTerm("China", storefronts: ["CHN"], thousandths: 250),
        CommissionTerm(
          "China after a year", storefronts: ["CHN"], isAfterAYear: true, thousandths: 120),
      ]))
    #expect(try saving(months(10, storefront: "CHN"), on: 300, shared: shared)?.amount == 12_990)
    #expect(try saving(months(10, storefront: "USA"), on: 300, shared: shared)?.amount == 14_980)
  }

  /// 9.990 EUR with 19 % are 8.395 without: Apple keeps 2.519 of it, or 1.259, and twelve renewals save 1.260
  /// each. With 7 % they are 9.336, 2.801 and 1.400: the renewals after 15 December 2027, two of twelve, save 1.401.
  @Test func `the tax in a price is no base of what is saved`() throws {
    #expect(try saving(months(14, storefront: "DEU"), on: 400)?.amount == 15_120)
    var shared = SharedState()
    shared.apply(
      .shared(
        .taxesPublished(
          TaxesPublished(
            bundleID: "com.example.game",
            rows: [.init(storefront: "DEU", from: day(on("2027-12-15")), thousandths: 70)],
            author: "kim", publishedAt: day(399)))))
    #expect(
      try saving(months(14, storefront: "DEU"), on: 400, shared: shared)?.amount
        == 10 * 1_260 + 2 * 1_401)
  }

  @Test func `who has paused saves as on a return now, and after a lapse nothing`() throws {
    #expect(try saving(months(10), on: 330)?.amount == 14_980)
    #expect(try saving(months(10), on: 364)?.amount == 13_482)
    #expect(try saving(months(10), on: 364 + oneHour + oneSecond)?.amount == 0)
  }

  /// 1.260 of 8.395 without German tax are saved a month. The month of March 2027 was charged abroad.
  @Test func `renewals ahead are charged where the period before them was`() throws {
    var given = months(14, storefront: "DEU")
    given.bought(
      "15", from: on("2027-03-01"), to: on("2027-04-01"), reason: "RENEWAL", price: 9_990,
      storefront: "USA")
    #expect(try saving(given, on: 400)?.amount == 15_120)
  }

  /// The thirteenth month, told half a day before it began, and eleven planned ones. Later on the same day the
  /// twelfth month was refunded.
  @Test func `what is refunded later counts before a charge ahead`() throws {
    var given = months(13)
    given.bought(
      "13", from: 365, to: 396, reason: "RENEWAL", price: 9_990, said: 364.5)
    given.bought(
      "12", from: 334, to: 365, revocation: refund(on: 364.8), reason: "RENEWAL", price: 9_990,
      said: 364.8)
    #expect(try saving(given, on: 364.7)?.amount == 12 * 1_498)
  }

  /// A year runs out, and a month is charged ahead. What the months after it cost is not known before it begins;
  /// eleven of them lie in the 365 days after.
  @Test func `the price of one product is not that of another charged ahead`() throws {
    var given = Given()
    given.currency = "EUR"
    given.bought("1", from: 0, to: 365, product: "gold.yearly", reason: "PURCHASE", price: 99_990)
    given.bought("2", from: 365, to: 396, reason: "RENEWAL", price: 9_990, said: 364.5)
    #expect(try saving(given, on: 364.7) == nil)
    #expect(try saving(given, on: 365)?.amount == 11 * 1_498)
  }

  /// Apple began a month on the day of recovery, nine days after the old expiry: the plan is a month, and not the
  /// 37 days from the old expiry on. Twelve renewals lie in the year after 20 February: from March to February.
  @Test func `a recovery that began a whole period is as long as that period`() throws {
    var given = months(13)
    given.renews(said: 396, renewalDate: 396, grace: 412, retry: true)
    given.bought(
      "14", from: on("2027-02-10"), to: on("2027-03-10"), reason: "RENEWAL", price: 9_990)
    #expect(try saving(given, on: on("2027-02-20"))?.amount == 12 * 1_498)
  }

  @Test func `without a price or its currency nothing is said`() throws {
    #expect(try saving(months(10, price: nil), on: 300) == nil)
    #expect(try saving(months(10, currency: nil), on: 300) == nil)
  }
}
