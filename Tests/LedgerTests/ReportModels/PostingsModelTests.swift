import Ledger
import ReferenceModels
import Testing

struct PostingsModelTests {
  private func postings(_ rows: [ModelReportRow]) -> [String: String] {
    Dictionary(rows.map { ("\($0["date"] ?? "all") \($0["account"]!)", $0["amount"]!) }) { $1 }
  }

  /// 9.99 with 19 % tax: 1.595 of tax, 2.519 of commission and 5.876 of proceeds. Of half of it: 4.995, of which
  /// 0.7975 and 1.2595 are rounded up.
  @Test func `a sale and its refund are posted in double entry`() {
    var given = BooksGiven()
    let item = BoughtItem("1", of: "coins", at: "2026-01-10T00:00:00Z", "EUR", in: "DEU")
    given.tell(item, at: "2026-01-10T00:00:00Z")
    given.tell(item.refunded(at: "2026-01-20T00:00:00Z", 50_000), at: "2026-01-20T00:00:00Z")
    let question = given.question(from: "2026-01-01", to: "2026-02-01")
    let model = PostingsModel(given.facts)
    #expect(
      postings(model.rows(of: question)) == [
        "2026-01-10 receivable": "5876", "2026-01-10 commission": "2519",
        "2026-01-10 tax": "1595", "2026-01-10 revenue": "-9990",
        "2026-01-20 receivable": "-2937", "2026-01-20 commission": "-1260",
        "2026-01-20 tax": "-798", "2026-01-20 refunds": "4995",
      ])
    let books = ModelBooks(
      given.facts, app: BooksGiven.app, environment: .production, cut: given.cut)
    #expect(
      postings(model.sums(of: question, in: books)) == [
        "all receivable": "2939", "all commission": "1259", "all tax": "797",
        "all revenue": "-9990", "all refunds": "4995",
      ])
  }

  @Test func `a subscription is owed, and its unused part has an account of its own`() {
    var given = BooksGiven()
    var monthly = BoughtItem(
      "1", of: "gold.monthly", at: "2026-01-10T00:00:00Z", until: "2026-02-10T00:00:00Z")
    given.tell(monthly, at: "2026-01-10T00:00:00Z")
    monthly.isUpgraded = true
    monthly.revocation = Revocation(date: Instant("2026-01-25T12:00:00Z")!, percentage: 50_000)
    given.tell(monthly, at: "2026-01-26T00:00:00Z")
    // Of 9.99 Apple keeps 2.997, and of half of it 1.4985, rounded up. Half of the month was served.
    let question = given.question(from: "2026-01-01", to: "2026-02-01")
    let rows = PostingsModel(given.facts).rows(of: question)
    #expect(
      postings(rows) == [
        "2026-01-10 receivable": "6993", "2026-01-10 commission": "2997",
        "2026-01-10 deferredRevenue": "-9990", "2026-01-25 receivable": "-3496",
        "2026-01-25 commission": "-1499", "2026-01-25 upgrades": "4995",
        "2026-01-31 deferredRevenue": "9990", "2026-01-31 revenue": "-4995",
        "2026-01-31 refunds": "-4995",
      ])
    #expect(Set(rows.map { $0["entry"]! }) == ["charge", "upgrade", "recognition"])
    let errors = [BooksMutation.recognizedOnNextDay, .unearnedReturnsAreRevenue]
    let wrong = errors.map {
      postings(PostingsModel(given.facts, mutation: $0).rows(of: question))
    }
    #expect(wrong[0]["2026-02-01 revenue"] == "-4995" && wrong[1]["2026-01-31 revenue"] == "-9990")
  }

  /// Apple settles 5.87 for a fiscal month that ends on 2026-01-31, and 5.88 by a newer file.
  @Test func `a newer file of Apple's adds the difference, in the first open day`() throws {
    let place = SettledMonth.Place("coins", in: "DEU", "EUR")
    let month = FiscalMonth(of: CivilDate(firstOf: 1, in: 2026))
    let last = CivilDate(daysSince1970: month.after.first.daysSince1970 - 1)
    var given = BooksGiven()
    func settle(_ amount: Int64, at moment: String) throws {
      let settled = SettlementRecorded(
        bundleID: BooksGiven.app,
        settlement: SettledMonth(
          days: month.first...last, file: Digest(of: Array(moment.utf8)), amounts: [place: amount]),
        recordedAt: try #require(Instant(moment)))
      given.record(.shared(.settlementRecorded(settled)), at: try #require(Instant(moment)))
    }
    try settle(5_870, at: "2026-02-10T00:00:00Z")
    try settle(5_880, at: "2026-03-10T00:00:00Z")
    var question = given.question(from: "2026-01-01", to: "2026-04-01")
    question.calendar = .pacific
    #expect(
      postings(PostingsModel(given.facts).rows(of: question))
        == ["\(last) settled": "5880", "\(last) receivable": "-5880"])
    #expect(
      postings(PostingsModel(given.facts, mutation: .settledOnTop).rows(of: question))
        == ["\(last) settled": "11750", "\(last) receivable": "-11750"])
  }

  @Test(arguments: [
    (ModelReportQuestion.Calendar.utc, "2026-01-11"), (.pacific, "2026-01-10"),
    (.fiscal, "2026-01-10"),
  ])
  func `days are those of the calendar`(calendar: ModelReportQuestion.Calendar, day: String) {
    var given = BooksGiven()
    given.tell(BoughtItem("1", of: "coins", at: "2026-01-11T05:00:00Z"), at: "2026-01-11T05:00:00Z")
    var question = given.question(from: "2026-01-01", to: "2026-02-01")
    question.calendar = calendar
    let rows = PostingsModel(given.facts).rows(of: question)
    #expect(Set(rows.map { $0["date"]! }) == [day])
  }
}
