import Ledger
import ReferenceModels
import Testing

/// The retention by the model. January has the days 0 to 30, February 31 to 58, March 59 to 89.
struct RetentionModelTests {
  private func rows(
    _ given: CustomersGiven, _ from: Double?, _ to: Double,
    _ calendar: ModelReportQuestion.Calendar = .utc
  ) -> [String] {
    var question = given.question(from, to)
    question.calendar = calendar
    return RetentionModel(given.facts).rows(of: question).map { row in
      "\(row["cohort"] ?? "") +\(row["months"] ?? ""): \(row["retained"] ?? "")"
        + " of \(row["customers"] ?? "") = \(row["share"] ?? "")"
    }.sorted()
  }

  @Test
  func `customers of a month are retained while service runs at the ends of months`() {
    var given = CustomersGiven()
    given.bought("1", 9, 40, reason: "PURCHASE")
    for (name, end) in [("2000", 20.0), ("3000", 100.0)] {
      given.chain = given.chain.sibling(OriginalTransactionID(name))
      given.bought(TransactionID(name), 9, end, reason: "PURCHASE")
    }
    #expect(
      rows(given, nil, 90) == [
        "2026-01 +0: 2 of 3 = 0.6667", "2026-01 +1: 1 of 3 = 0.3333", "2026-01 +2: 1 of 3 = 0.3333",
      ])
    #expect(rows(given, 31, 59) == ["2026-01 +1: 1 of 3 = 0.3333"])
  }

  @Test
  func `a customer belongs to the month of the first payment, not of the trial`() {
    var given = CustomersGiven()
    let trial = Offer(type: 1, discountType: "FREE_TRIAL", period: "P1W")
    given.bought("1", 27, 34, price: 0, reason: "PURCHASE", offer: trial)
    given.bought("2", 34, 62)
    #expect(rows(given, nil, 59) == ["2026-02 +0: 1 of 1 = 1.0000"])
  }

  @Test
  func `months are those of the calendar`() {
    var given = CustomersGiven()
    // 2026-02-01T05:00Z is January 31 in Los Angeles, the last day of the fourth month of Apple's year 2026.
    given.bought("1", 31 + 5.0 / 24, 59.5, reason: "PURCHASE")
    #expect(rows(given, nil, 59, .utc) == ["2026-02 +0: 1 of 1 = 1.0000"])
    #expect(rows(given, nil, 59, .pacific) == ["2026-01 +0: 1 of 1 = 1.0000"])
    // Its fifth month ends on February 28, and service at noon of March 1 in UTC.
    #expect(
      rows(given, nil, 60, .fiscal) == [
        "2026-04 +0: 1 of 1 = 1.0000", "2026-04 +1: 1 of 1 = 1.0000",
      ])
  }
}
