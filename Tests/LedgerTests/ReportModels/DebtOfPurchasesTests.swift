import Ledger
import ReferenceModels
import Testing

@Suite struct DebtOfPurchasesTests {
  /// A period of 31 days.
  private let period = DebtSale(from: "2026-01-11", to: "2026-02-11")

  private func life(_ sales: (sale: DebtSale, at: String?)...) -> DebtLife {
    var life = DebtLife()
    for (sale, at) in sales { life.record(sale, at: at) }
    return life
  }

  @Test func `a price is earned evenly over its period`() {
    let life = life((period, nil))
    // 9,990 × 21 ÷ 31 = 6,767.4
    #expect(life.debt("2026-01-01", "2026-02-01") == [0, 9_990, 6_767, 0, 3_223])
    #expect(life.debt("2026-02-01", "2026-03-01") == [3_223, 0, 3_223, 0, 0])
    #expect(life.debt(nil, "2026-03-01") == [0, 9_990, 9_990, 0, 0])
    #expect(life.debt("2026-03-01", "2026-04-01") == nil)
  }

  @Test func `half a milliunit is earned`() {
    // 2 × 14 ÷ 28 = 1, and 2 × 7 ÷ 28 = 0.5
    let life = life((DebtSale(from: "2026-02-01", to: "2026-03-01", price: 2), nil))
    #expect(life.debt(nil, "2026-02-08") == [0, 2, 1, 0, 1])
    #expect(life.debt(nil, "2026-02-15") == [0, 2, 1, 0, 1])
    #expect(
      life.debt(nil, "2026-02-08", mutation: .roundsEarnedDown) == [0, 2, 0, 0, 2])
  }

  @Test func `a purchase at the first moment after the time is not billed in it`() {
    let life = life((period, nil))
    #expect(life.debt("2026-01-01", "2026-01-11") == nil)
    #expect(life.debt("2026-01-11", "2026-01-12")?[1] == 9_990)
    #expect(
      life.debt("2026-01-01", "2026-01-11", mutation: .includesTheEnd)?[1] == 9_990)
  }

  @Test(arguments: [ProductType.consumable, .nonConsumable, .nonRenewing])
  func `what is sold at once is never owed`(type: ProductType) {
    let life = life((DebtSale(type: type, from: "2026-01-11", price: 990), nil))
    #expect(life.debt(nil, "2026-01-12") == nil)
  }

  @Test func `a full refund gives back what is not earned first`() {
    let refunded = period.refunded("2026-01-21")
    let life = life((period, nil), (refunded, "2026-01-21"))
    // 9,990 × 10 ÷ 31 = 3,222.6 earned, so that 6,767 were given back before
    #expect(life.debt("2026-01-01", "2026-02-01") == [0, 9_990, 3_223, 6_767, 0])
    #expect(life.debt("2026-01-21", "2026-02-01") == [6_767, 0, 0, 6_767, 0])
  }

  @Test func `a refund after the end gives back nothing that was owed`() {
    let life = life((period, nil), (period.refunded("2026-03-01"), "2026-03-01"))
    #expect(life.debt(nil, "2026-04-01") == [0, 9_990, 9_990, 0, 0])
  }

  @Test func `what a partial refund leaves is earned at once`() {
    let half = period.refunded("2026-01-21", type: "REFUND_PRORATED", percentage: 50_000)
    let life = life((period, nil), (half, "2026-01-21"))
    // 6,767 owed, of which 4,995 are given back
    #expect(life.debt("2026-01-21", "2026-01-22") == [6_767, 0, 1_772, 4_995, 0])
    // 9,990 × 11 ÷ 31 = 3,544.8 earned by the next day, and 9,990 − 3,545 − 4,995 = 1,450 owed
    #expect(
      life.debt(nil, "2026-01-22", mutation: .earnsAfterRefund) == [
        0, 9_990, 3_545, 4_995, 1_450,
      ])
    // Of 4,995 the earned 3,223 would come first.
    #expect(life.debt(nil, "2026-01-22", mutation: .returnsEarnedFirst)?[3] == 1_772)
  }

  @Test func `a partial refund of more than is owed takes the rest from what was earned`() {
    let most = period.refunded("2026-02-01", type: "REFUND_PRORATED", percentage: 80_000)
    let life = life((period, nil), (most, "2026-02-01"))
    // 7,992 are given back, of which 3,223 were owed
    #expect(life.debt(nil, "2026-03-01") == [0, 9_990, 6_767, 3_223, 0])
  }

  @Test func `a second refund after a first one takes what was earned`() {
    let half = period.refunded("2026-01-21", type: "REFUND_PRORATED", percentage: 50_000)
    let all = period.refunded("2026-01-25")
    let life = life((period, nil), (half, "2026-01-21"), (all, "2026-01-25"))
    #expect(life.debt(nil, "2026-01-23") == [0, 9_990, 4_995, 4_995, 0])
    #expect(life.debt(nil, "2026-02-01") == [0, 9_990, 4_995, 4_995, 0])
  }

  @Test func `a refund that Apple took back makes the rest owed again`() {
    let life = life(
      (period, nil), (period.refunded("2026-01-21"), "2026-01-21"), (period, "2026-02-01"))
    #expect(life.debt("2026-01-01", "2026-02-01") == [0, 9_990, 3_223, 6_767, 0])
    // Earned by the second of February: 9,990 × 22 ÷ 31 = 7,089.7; 7,090 − 3,223 = 3,867
    #expect(life.debt("2026-02-01", "2026-02-02") == [0, 0, 3_867, -6_767, 2_900])
    #expect(life.debt(nil, "2026-03-01") == [0, 9_990, 9_990, 0, 0])
    #expect(
      life.debt(nil, "2026-03-01", mutation: .keepsReversedRefunds) == [
        0, 9_990, 3_223, 6_767, 0,
      ])
  }

  @Test func `an upgrade gives back the unused part and ends the period`() {
    let basic = DebtSale(from: "2026-01-01", to: "2026-02-01", price: 9_300)
    let better = DebtSale(
      id: "2", product: "better", from: "2026-01-11", to: "2026-02-11", price: 31_000)
    let life = life((basic, nil), (better, nil))
    let rows = DebtModel(life.facts()).rows(of: life.question("2026-01-01", "2026-02-01"))
    // 300 a day: 10 days earned, 21 given back; of the other 1,000 a day for 21 days
    #expect(rows.first { $0["product"] == "month" }?.debt == [0, 9_300, 3_000, 6_300, 0])
    #expect(rows.first { $0["product"] == "better" }?.debt == [0, 31_000, 21_000, 0, 10_000])
  }

  @Test func `days that Apple adds do not stretch the time in which a price is earned`() {
    var longer = period
    longer.to = "2026-03-11"
    let life = life((period, nil), (longer, "2026-01-20"))
    #expect(life.debt(nil, "2026-02-11") == [0, 9_990, 9_990, 0, 0])
    #expect(life.debt(nil, "2026-02-11", mutation: .earnsExtensions)?[4] != 0)
  }

  @Test func `a recovered period is earned from the old end`() {
    let first = DebtSale(from: "2025-12-01", to: "2026-01-01", price: 3_100)
    let recovered = DebtSale(
      id: "2", from: "2026-01-11", to: "2026-02-01", price: 9_300, reason: "RENEWAL")
    var life = life((first, nil))
    var plan = RenewalPlan(
      productID: "month", autoRenewProductID: "month", autoRenew: true,
      renewalDate: .told("2026-01-01"))
    plan.currency = "EUR"
    let grace = RenewalFact(
      chain: ChainID(DebtLife.app, .production, "1"), plan: plan,
      gracePeriodExpiresDate: .present(.told("2026-01-17")), isInBillingRetry: .present(true),
      expirationIntent: .absent, priceIncreaseStatus: .absent, nextOffer: .absent, trust: .signed,
      assertedAt: .told("2026-01-02"))
    life.record(.chain(.renewalObserved(grace)), at: .told("2026-01-02"))
    life.record(recovered)
    // 300 a day since the first of January: ten days at once, an eleventh on the day of the charge
    #expect(life.debt("2026-01-11", "2026-01-12") == [0, 9_300, 3_300, 0, 6_000])
    // 9,300 × 1 ÷ 21 = 442.9
    #expect(
      life.debt("2026-01-11", "2026-01-12", mutation: .earnsFromRecovery) == [
        0, 9_300, 443, 0, 8_857,
      ])
  }

  @Test(arguments: [("JPY", Int64(500_000)), ("KWD", 3_100)])
  func `amounts are milliunits of every currency`(currency: String, price: Int64) {
    var sale = DebtSale(from: "2026-01-01", to: "2026-02-01")
    (sale.price, sale.currency) = (price, currency)
    let life = life((sale, nil))
    // Half of 31 days
    #expect(
      life.debt(nil, "2026-01-16T12:00:00.000") == [
        0, Int(price), Int(price / 2), 0, Int(price / 2),
      ])
  }

  @Test func `purchases without a price and family shares are no debt`() {
    var (unpriced, shared) = (period, period)
    (unpriced.price, unpriced.currency) = (nil, nil)
    (shared.id, shared.chain, shared.ownership) = ("2", "2", .familyShared)
    var trial = period
    (trial.id, trial.chain) = ("3", "3")
    trial.offer = Offer(type: 1, discountType: "FREE_TRIAL", period: "P1M")
    let life = life((unpriced, nil), (shared, nil), (trial, nil))
    #expect(life.debt(nil, "2026-01-20") == nil)
  }

  @Test func `a pass with a period is owed over it`() throws {
    let product = CatalogProduct("pass", type: .nonRenewing, period: .months(1))
    let catalog = CatalogPublished(
      bundleID: DebtLife.app, catalog: try Catalog([product]), validFrom: .told("2025-01-01"),
      publishedAt: .told("2025-01-01"))
    var life = DebtLife()
    life.record(.shared(.catalogPublished(catalog)), at: .told("2025-01-01"), lane: 0)
    let pass = DebtSale(
      product: "pass", type: .nonRenewing, from: "2026-01-31", price: 5_900, quantity: 2)
    life.record(pass)
    // Two months end on 2026-03-31: 59 days of 100
    #expect(life.debt(nil, "2026-02-10") == [0, 5_900, 1_000, 0, 4_900])
    #expect(life.debt(nil, "2026-02-10", mutation: .sellsPassesAtOnce) == nil)
    let half = pass.refunded("2026-02-10", type: "REFUND_PRORATED", percentage: 50_000)
    life.record(half, at: "2026-02-10")
    // One unit is left, and ends on 2026-02-28: 2,950 given back, 1,800 earned a day before
    #expect(life.debt(nil, "2026-02-27") == [0, 5_900, 2_700, 2_950, 250])
    #expect(life.debt(nil, "2026-03-01") == [0, 5_900, 2_950, 2_950, 0])
  }
}
