import Ledger
import Testing

struct CommissionRateTests {
  @Test(
    arguments: [
      (300, 9_990, 2_997), (150, 9_990, 1_499), (150, 9_996, 1_499), (125, 999, 125), (300, 1, 0),
      (300, 2, 1), (250, 2, 1), (0, 9_990, 0), (1_000, .max, .max),
    ] as [(Int, Int64, Int64)])
  func `half a milliunit counts as one`(thousandths: Int, price: Int64, share: Int64) {
    let rate = CommissionRate(thousandths: thousandths, reason: .firstYear)
    #expect(Commission.amount(rate.thousandths, of: price, tax: 0) == share)
  }

  @Test(arguments: [
    (0, "0.00"), (5, "0.005"), (150, "0.15"), (125, "0.125"), (300, "0.30"), (1_000, "1.00"),
  ])
  func `a rate is written as a fraction`(thousandths: Int, text: String) {
    #expect(CommissionRate(thousandths: thousandths, reason: .firstYear).description == text)
  }

  @Test(arguments: [
    CommissionRate.Reason.firstYear, .afterAYear, .notASubscription, .program("small-business"),
    .program("a:b"), .program(""), .storefrontTerms("EU 2026"), .storefrontTerms("firstYear"),
  ])
  func `a reason is read as it was written`(reason: CommissionRate.Reason) {
    #expect(CommissionRate.Reason(reason.description) == reason)
  }

  @Test(arguments: ["", "firstyear", "programme", "terms:x"])
  func `what is no reason is not read as one`(text: String) {
    #expect(CommissionRate.Reason(text) == nil)
  }
}
