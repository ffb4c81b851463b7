import Ledger
import ReferenceModels
import Testing

/// The report of tenure by the model, at day 400: 2027-02-05.
struct TenureReportModelTests {
  private func rows(_ given: CustomersGiven, _ from: Double? = 380) -> [String] {
    TenureReportModel(given.facts).rows(of: given.question(from, 400)).map(CustomersGiven.figures)
      .sorted()
  }

  /// A customer with 400 days and a month that ends on day 426.
  private var loyal: CustomersGiven {
    var given = CustomersGiven()
    given.bought("1", 0, 365, reason: "PURCHASE")
    given.bought("2", 365, 395)
    given.bought("3", 395, 426)
    return given
  }

  @Test
  func `twelve renewals after the year save`() {
    // 8.395 without tax: 2.519 less 1.259 each.
    #expect(
      rows(loyal) == [
        "currency EUR, customers 1, fromDays 365, savesNextYear 15120, state accruing"
      ])
  }

  @Test
  func `the year is reached with the first charge at the lower rate`() {
    #expect(
      rows(loyal, 365) == [
        "currency EUR, customers 1, fromDays 365, reachedYear 1, savesNextYear 15120, state accruing"
      ])
  }

  @Test
  func `a customer who stopped costs what the returned one would save`() {
    var given = CustomersGiven()
    given.bought("1", 45, 314, reason: "PURCHASE")
    given.bought("2", 314, 345)
    let losses = TenureReportModel(given.facts).lapsing(within: 30, of: given.question(nil, 400))
    #expect(losses.map(\.paidDays) == [300])
    #expect(losses.map(\.at) == [CustomersGiven.moment(405 + 1.0 / 24)])
    // 300 days, and 55 without service: nine of twelve payments have a year before them.
    #expect(
      rows(given) == [
        "currency EUR, customers 1, fromDays 270, lapseCost14 11340, lapseCost30 11340, "
          + "lapseCost7 11340, lapsing14 1, lapsing30 1, lapsing7 1, state paused"
      ])
  }

  @Test
  func `service that ends because renewals are switched off saves nothing`() {
    var given = loyal
    given.renews(said: 399, at: 426, autoRenew: false)
    #expect(
      rows(given) == ["currency EUR, customers 1, endsWithin30 1, fromDays 365, state accruing"])
  }

  @Test
  func `renewals save at the announced price`() {
    var given = loyal
    given.renews(said: 399, at: 426, price: 11_900)
    // 10.000 without tax: 3.000 less 1.500, twelve times.
    #expect(
      rows(given) == [
        "currency EUR, customers 1, fromDays 365, savesNextYear 18000, state accruing"
      ])
  }

  @Test
  func `a commitment owes its months whatever was switched off`() {
    var given = CustomersGiven()
    given.bought("1", 0, 365, reason: "PURCHASE")
    given.bought("2", 395, 426, commitment: Commitment(period: 9, of: 12))
    given.renews(said: 399, at: 426, autoRenew: false)
    #expect(
      rows(given) == [
        "currency EUR, customers 1, fromDays 365, reachedYear 1, savesNextYear 3780, "
          + "state accruing"
      ])
  }

  @Test
  func `a customer without a known price is counted and saves nothing`() {
    var given = CustomersGiven()
    given.bought("1", 380, 411, price: nil, reason: "PURCHASE")
    #expect(
      rows(given) == ["currency , customers 1, fromDays 0, state accruing, unpriced 1"])
  }

  @Test
  func `trials have no paid time, and a long pause has lapsed`() {
    var given = CustomersGiven()
    let trial = Offer(type: 1, discountType: "FREE_TRIAL", period: "P1W")
    given.bought("1", 396, 403, price: 0, reason: "PURCHASE", offer: trial)
    given.renews(said: 396, at: 403, autoRenew: false, price: 9_990)
    given.chain = given.chain.sibling("2000")
    given.bought("2", 100, 131, reason: "PURCHASE")
    #expect(
      rows(given) == [
        "currency , customers 1, endsWithin30 1, endsWithin7 1, fromDays 0, state none, "
          + "unpriced 1",
        "currency EUR, customers 1, fromDays 0, state lapsed",
      ])
  }

  @Test
  func `the small business rate saves nothing by tenure`() {
    var given = loyal
    given.record(
      .shared(
        .programEntered(
          ProgramEntered(
            program: "small-business", bundleID: nil, from: CustomersGiven.moment(300), until: nil,
            enteredAt: CustomersGiven.moment(300)))))
    #expect(rows(given) == ["currency EUR, customers 1, fromDays 365, state accruing"])
  }
}
