import Ledger
import ReferenceModels
import Testing

/// The monthly recurring revenue by the model. January has the days 0 to 30, February 31 to 58.
struct RecurringRevenueModelTests {
  private func row(_ given: CustomersGiven, _ from: Double?, _ to: Double) -> String {
    let rows = RecurringRevenueModel(given.facts).rows(of: given.question(from, to))
    return rows.count > 1 ? "\(rows.count) rows" : CustomersGiven.figures(rows.first)
  }

  @Test(
    arguments: [
      (7.0, 1_990, 8_647),  // 1990 × 365 ÷ 84 = 8647.02
      (31, 9_990, 9_990), (90, 29_990, 9_997), (181, 59_990, 9_998), (365, 119_990, 9_999),
      (14, 1_000, 2_173),  // 1000 × 365 ÷ 168 = 2172.6
    ] as [(Double, Int64, Int64)])
  func `a price is divided by the months of its period`(days: Double, price: Int64, month: Int64) {
    var given = CustomersGiven()
    given.bought("1", 0, days, price: price, reason: "PURCHASE")
    #expect(
      row(given, 0, 5) == "closing \(month), currency EUR, new \(month), paying 1")
  }

  @Test
  func `the last month of a commitment is a month`() {
    var given = CustomersGiven()
    given.bought(
      "1", 0, 31, price: 9_990, product: "gold.yearly", commitment: Commitment(period: 12, of: 12))
    #expect(row(given, 0, 5) == "closing 9990, currency EUR, new 9990, paying 1")
  }

  @Test
  func `a change of the price expands or contracts, and an end churns`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, price: 9_990, reason: "PURCHASE")
    given.bought("2", 31, 59, price: 11_990)
    given.bought("3", 59, 90, price: 10_990)
    #expect(
      row(given, 31, 59)
        == "closing 11990, currency EUR, expansion 2000, opening 9990, paying 1")
    #expect(
      row(given, 59, 90)
        == "closing 10990, contraction 1000, currency EUR, opening 11990, paying 1")
    #expect(row(given, 90, 120) == "churned 10990, currency EUR, opening 10990")
  }

  @Test
  func `a price that is not known counts as a paying subscriber without a price`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, price: nil, reason: "PURCHASE")
    #expect(row(given, 0, 5) == "currency , paying 1, unpriced 1")
  }

  @Test
  func `trials bring no revenue until they are paid, and a return is not new`() {
    var given = CustomersGiven()
    let trial = Offer(type: 1, discountType: "FREE_TRIAL", period: "P1W")
    given.bought("1", 0, 7, price: 0, reason: "PURCHASE", offer: trial)
    given.bought("2", 7, 38, price: 9_990)
    given.bought("3", 50, 81, price: 9_990, reason: "PURCHASE")
    #expect(row(given, 0, 5) == "")
    #expect(row(given, 0, 31) == "closing 9990, currency EUR, new 9990, paying 1")
    #expect(
      row(given, 31, 59)
        == "churned 9990, closing 9990, currency EUR, opening 9990, paying 1, returned 9990")
  }

  @Test
  func `another currency is a switch, and yen have no decimals`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, price: 9_990, reason: "PURCHASE")
    (given.storefront, given.currency) = ("JPN", "JPY")
    given.bought("2", 31, 59, price: 1_500_000)
    let rows = RecurringRevenueModel(given.facts).rows(of: given.question(31, 59))
    #expect(
      rows.map(CustomersGiven.figures).sorted() == [
        "closing 1500000, currency JPY, paying 1, switchedIn 1500000",
        "currency EUR, opening 9990, switchedOut 9990",
      ])
  }

  @Test
  func `a refund churns, grace keeps the revenue, and dinars have thousandths`() {
    var given = CustomersGiven()
    (given.storefront, given.currency) = ("KWT", "KWD")
    given.bought("1", 0, 90, price: 2_999, reason: "PURCHASE")
    // 2.999 in three months: 0.9997 a month.
    #expect(row(given, 0, 31) == "closing 1000, currency KWD, new 1000, paying 1")
    given.renews(said: 90, at: 90, grace: 106, isRetrying: true)
    #expect(row(given, 90, 100) == "closing 1000, currency KWD, opening 1000, paying 1")
    given.bought("1", 0, 90, price: 2_999, reason: "PURCHASE", refund: 40, said: 40)
    #expect(row(given, 31, 59) == "churned 1000, currency KWD, opening 1000")
  }
}
