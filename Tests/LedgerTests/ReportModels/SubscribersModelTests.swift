import Ledger
import ReferenceModels
import Testing

/// The report of subscribers by the model. January has the days 0 to 30, February 31 to 58, March 59 to 89.
struct SubscribersModelTests {
  private func row(
    _ given: CustomersGiven, _ from: Double?, _ to: Double, knownAt: Double = 3_650
  ) -> String {
    let rows = SubscribersModel(given.facts).rows(of: given.question(from, to, knownAt: knownAt))
    return rows.count > 1 ? "\(rows.count) rows" : CustomersGiven.figures(rows.first)
  }

  @Test
  func `a customer is new, renews, and ends after switching renewals off`() {
    var given = CustomersGiven()
    given.bought("1", 9, 40, reason: "PURCHASE")
    given.bought("2", 40, 68)
    given.renews(said: 50, at: 68, autoRenew: false)
    #expect(row(given, 0, 31) == "closing 1, new 1, paying 1")
    #expect(row(given, 31, 59) == "closing 1, opening 1, paying 1, renewed 1")
    #expect(row(given, 59, 90) == "endedByChoice 1, opening 1")
    #expect(row(given, nil, 90) == "endedByChoice 1, new 1, renewed 1")
  }

  @Test
  func `a purchase at the end of a month belongs to the next month`() {
    var given = CustomersGiven()
    given.bought("1", 31, 59, reason: "PURCHASE")
    #expect(row(given, 0, 31) == "")
    #expect(row(given, 31, 59) == "closing 1, new 1, paying 1")
    #expect(row(given, 59, 90) == "endedOtherwise 1, opening 1")
  }

  @Test
  func `a trial converts with its first payment`() {
    var given = CustomersGiven()
    let trial = Offer(type: 1, discountType: "FREE_TRIAL", period: "P1W")
    given.bought("1", 1, 8, price: 0, reason: "PURCHASE", offer: trial)
    given.bought("2", 8, 39)
    #expect(row(given, 0, 5) == "closing 1, trials 1")
    #expect(row(given, 5, 31) == "closing 1, converted 1, opening 1, paying 1")
  }

  @Test(arguments: [
    (99.0, "returnedInTime"), (99 + 1.0 / 24, "returnedInTime"), (100, "returnedLate"),
  ])
  func `a return keeps the days of service within sixty days and an hour`(
    day: Double, column: String
  ) {
    var given = CustomersGiven()
    given.bought("1", 8, 39, reason: "PURCHASE")
    given.renews(said: 20, at: 39, autoRenew: false)
    given.bought("2", day, day + 30, reason: "PURCHASE")
    #expect(row(given, 90, 120) == "closing 1, paying 1, \(column) 1")
  }

  @Test
  func `the gap begins with the end of the period, not of its grace`() {
    var given = CustomersGiven()
    given.bought("1", 8, 39, reason: "PURCHASE")
    given.renews(said: 39, at: 39, grace: 55, isRetrying: true)
    given.bought("2", 105, 135, reason: "PURCHASE")
    #expect(row(given, 31, 59) == "endedByBilling 1, opening 1")
    #expect(row(given, 90, 120) == "closing 1, paying 1, returnedLate 1")
  }

  @Test
  func `service in grace goes on, and a charge in grace recovers it`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, reason: "PURCHASE")
    given.renews(said: 30.9, at: 31, grace: 47, isRetrying: true)
    given.bought("2", 40, 59)
    #expect(row(given, 31, 35) == "closing 1, opening 1, paying 1")
    #expect(row(given, 31, 59) == "closing 1, opening 1, paying 1, recoveredInGrace 1")
  }

  @Test
  func `a charge after the end recovers service without a purchase`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, reason: "PURCHASE")
    given.renews(said: 31.1, at: 31, isRetrying: true, intent: 2)
    given.renews(said: 33, at: 31, autoRenew: false, intent: 1)
    given.bought("2", 40, 70)
    #expect(row(given, 31, 59) == "closing 1, endedByBilling 1, opening 1, paying 1, recovered 1")
  }

  @Test
  func `a cancelation in grace ends by choice`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, reason: "PURCHASE")
    given.renews(said: 31, at: 31, grace: 47, isRetrying: true, intent: 2)
    given.renews(said: 35, at: 31, autoRenew: false, intent: 1)
    #expect(row(given, 31, 34) == "closing 1, opening 1, paying 1")
    #expect(row(given, 31, 59) == "endedByChoice 1, opening 1")
  }

  @Test
  func `a refund ends service at its date, and its reversal recovers it`() {
    var given = CustomersGiven()
    given.bought("1", 0, 90, reason: "PURCHASE")
    given.bought("1", 0, 90, reason: "PURCHASE", refund: 20, said: 20)
    given.bought("1", 0, 90, reason: "PURCHASE", said: 40)
    #expect(row(given, 0, 31, knownAt: 31) == "endedByRefund 1, new 1")
    #expect(row(given, 0, 31) == "endedByRefund 1, new 1")
    #expect(row(given, 31, 59) == "closing 1, paying 1, recovered 1")
  }

  @Test
  func `what becomes known later restates a month, and not what was known before`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, reason: "PURCHASE")
    given.bought("2", 31, 59, said: 31, recorded: 70)
    #expect(row(given, 31, 59, knownAt: 60) == "endedOtherwise 1, opening 1")
    #expect(row(given, 31, 59, knownAt: 70) == "closing 1, opening 1, paying 1, renewed 1")
  }

  @Test
  func `the time ends at the cut`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, reason: "PURCHASE")
    #expect(row(given, 0, 59, knownAt: 20) == "closing 1, new 1, paying 1")
  }

  @Test
  func `an upgrade is a switch only if the report is divided by product`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, reason: "PURCHASE")
    given.bought("2", 10, 41, product: "gold.best", reason: "PURCHASE")
    given.bought("1", 0, 31, reason: "PURCHASE", isUpgraded: true, said: 10)
    #expect(row(given, 5, 31) == "closing 1, opening 1, paying 1, renewed 1")
    let rows = SubscribersModel(given.facts).rows(of: given.question(5, 31, by: [.product]))
    #expect(
      rows.map(CustomersGiven.figures).sorted() == [
        "closing 1, paying 1, product gold.best, renewed 1, switchedIn 1",
        "opening 1, product gold.monthly, switchedOut 1",
      ])
  }

  @Test
  func `two chains of one customer are one subscriber, and family shares are none`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, reason: "PURCHASE", customer: "ann")
    given.chain = given.chain.sibling("2000")
    given.bought("2", 45, 76, reason: "PURCHASE", customer: "ann")
    given.chain = given.chain.sibling("3000")
    given.bought("3", 45, 76, customer: "bob", ownership: .familyShared)
    #expect(
      row(given, 31, 59) == "closing 1, endedOtherwise 1, opening 1, paying 1, returnedInTime 1")
  }

  @Test
  func `a customer who pays in two groups is counted in both`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, reason: "PURCHASE", customer: "ann")
    given.group = "silver"
    given.chain = given.chain.sibling("2000")
    given.bought("2", 5, 36, product: "silver.monthly", reason: "PURCHASE", customer: "ann")
    #expect(row(given, 0, 30) == "closing 2, new 2, paying 2")
  }

  @Test
  func `the same numbers in another app are of another report`() {
    var given = CustomersGiven()
    given.chain = ChainID("com.example.other", .production, "1000")
    given.bought("1", 0, 31, reason: "PURCHASE")
    #expect(row(given, 0, 30) == "")
  }

  @Test
  func `grace without a date lasts as long as the status, twenty-eight days at most`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, reason: "PURCHASE")
    given.renews(said: 31.1, at: 31, isRetrying: true, status: .grace)
    #expect(row(given, 31, 59) == "closing 1, opening 1, paying 1")
    #expect(row(given, 31, 60) == "endedByBilling 1, opening 1")
    given.renews(said: 40, at: 31, isRetrying: true, status: .billingRetry)
    #expect(row(given, 31, 40) == "closing 1, opening 1, paying 1")
    #expect(row(given, 31, 41) == "endedByBilling 1, opening 1")
  }

  /// The first period was extended to day 41, which no copy of it tells. Apple collects the price of the next one on
  /// day 50, within the grace that begins on day 41.
  @Test
  func `nobody is served in a grace after an end that was not told, also if a charge recovers it`()
  {
    var given = CustomersGiven()
    given.bought("1", 0, 31, reason: "PURCHASE")
    given.renews(said: 41.1, at: 41, isRetrying: true, status: .grace)
    given.bought("2", 50, 72)
    #expect(row(given, 31, 50) == "endedByBilling 1, opening 1")
    #expect(row(given, 50, 59) == "closing 1, paying 1, recovered 1")
  }

  /// Apple collects the price on day 40, within a grace until day 47, and tells the renewal before its transaction.
  @Test
  func `grace goes on until its date if the next period is told of by its renewal alone`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, reason: "PURCHASE")
    given.renews(said: 31.1, at: 31, grace: 47, isRetrying: true)
    given.renews(said: 40, at: 59)
    #expect(row(given, 31, 47) == "closing 1, opening 1, paying 1")
    given.renews(said: 41, at: 31, isRetrying: true)
    #expect(row(given, 31, 47) == "endedByBilling 1, opening 1")
  }

  @Test
  func `a missing consent ends by the price`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, reason: "PURCHASE")
    given.renews(said: 20, at: 31, consent: 0)
    #expect(row(given, 31, 59) == "endedByPrice 1, opening 1")
    given.renews(said: 31.1, at: 31, autoRenew: false, intent: 2)
    #expect(row(given, 31, 59) == "endedByBilling 1, opening 1")
  }

  @Test
  func `a renewal that was refunded leaves a gap that the next one closes`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, reason: "PURCHASE")
    given.bought("2", 31, 59, refund: 45, said: 45)
    given.bought("3", 59, 90)
    #expect(row(given, 31, 59) == "endedByRefund 1, opening 1, renewed 1")
    #expect(row(given, 59, 90) == "closing 1, paying 1, recovered 1")
  }

  @Test
  func `a close changes nothing`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, reason: "PURCHASE")
    given.bought("2", 31, 59, said: 31, recorded: 70)
    let close = ModelClose(
      app: CustomersGiven.app, environment: .production, from: CustomersGiven.moment(31),
      to: CustomersGiven.moment(59), cut: Position([1: 1]))
    let facts = ModelReportFacts(events: given.events, closes: [close])
    let rows = SubscribersModel(facts).rows(of: given.question(31, 59))
    #expect(rows.map(CustomersGiven.figures) == ["closing 1, opening 1, paying 1, renewed 1"])
  }

  @Test
  func `a move to another country is a switch only if the report is divided by storefront`() {
    var given = CustomersGiven()
    given.bought("1", 0, 31, reason: "PURCHASE")
    given.storefront = "JPN"
    given.bought("2", 31, 59)
    #expect(row(given, 31, 59) == "closing 1, opening 1, paying 1, renewed 1")
    let rows = SubscribersModel(given.facts).rows(of: given.question(31, 59, by: [.storefront]))
    #expect(
      rows.map(CustomersGiven.figures).sorted() == [
        "closing 1, paying 1, renewed 1, storefront JPN, switchedIn 1",
        "opening 1, storefront DEU, switchedOut 1",
      ])
  }

  @Test
  func `of two chains that serve at once the later purchase counts, and none ends before the last`()
  {
    var given = CustomersGiven()
    given.bought("1", 0, 90, reason: "PURCHASE", customer: "ann")
    given.chain = given.chain.sibling("2000")
    given.bought("2", 10, 41, product: "gold.best", reason: "PURCHASE", customer: "ann")
    let rows = SubscribersModel(given.facts).rows(of: given.question(31, 59, by: [.product]))
    #expect(
      rows.map(CustomersGiven.figures).sorted() == [
        "closing 1, paying 1, product gold.monthly, switchedIn 1",
        "opening 1, product gold.best, switchedOut 1",
      ])
    #expect(row(given, 59, 120) == "endedOtherwise 1, opening 1")
  }
}
