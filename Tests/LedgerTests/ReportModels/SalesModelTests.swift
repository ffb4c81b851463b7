import Ledger
import ReferenceModels
import Testing

struct SalesModelTests {
  private let monthly = BoughtItem(
    "1", of: "gold.monthly", at: "2026-01-10T00:00:00Z", until: "2026-02-10T00:00:00Z")

  @Test func `a refund is of its own month and leaves that of the charge`() {
    var given = BooksGiven()
    given.tell(monthly, at: "2026-01-10T00:00:00Z")
    given.tell(
      monthly.refunded(at: "2026-02-03T00:00:00Z", 50_000), at: "2026-02-03T00:01:00Z")
    #expect(
      given.sales(from: "2026-01-01", to: "2026-02-01") == [
        [
          "currency": "USD", "charges": "1", "sales": "9990", "refunds": "0", "refunded": "0",
          "upgraded": "0", "reversed": "0", "net": "9990", "adjustments": "0", "byRules": "0",
        ]
      ])
    #expect(
      given.sales(from: "2026-02-01", to: "2026-03-01") == [
        [
          "currency": "USD", "charges": "0", "sales": "0", "refunds": "1", "refunded": "4995",
          "upgraded": "0", "reversed": "0", "net": "-4995", "adjustments": "0", "byRules": "0",
        ]
      ])
    #expect(given.sales(from: "2026-03-01", to: "2026-04-01").isEmpty)
  }

  /// 9.99 with 19 % tax: 1.595 of tax, 30 % of 8.395 are 2.5185.
  @Test func `proceeds are the price without tax and commission`() {
    var given = BooksGiven()
    given.tell(
      BoughtItem("1", of: "coins", at: "2026-01-10T00:00:00Z", "EUR", in: "DEU"),
      at: "2026-01-10T00:00:00Z")
    #expect(
      given.proceeds(from: "2026-01-01", to: "2026-02-01") == [
        [
          "currency": "EUR", "net": "9990", "estimatedTax": "1595", "commission": "2519",
          "proceeds": "5876", "adjustments": "0", "byRules": "0",
        ]
      ])
  }

  /// 500 yen: 45,454.5… milliunits of tax, 30 % of 454,545 are 136,363.5. 1.250 dinars: 30 % are 375.
  @Test func `currencies without decimals and with three are milliunits too`() {
    var given = BooksGiven()
    given.tell(
      BoughtItem("1", of: "coins", at: "2026-01-10T00:00:00Z", price: 500_000, "JPY", in: "JPN"),
      at: "2026-01-10T00:00:00Z")
    given.tell(
      BoughtItem("2", of: "coins", at: "2026-01-10T00:00:00Z", price: 1_250, "KWD", in: "KWT"),
      at: "2026-01-10T00:00:00Z")
    let rows = given.proceeds(from: "2026-01-01", to: "2026-02-01")
      .map { $0.values("currency", "net", "estimatedTax", "commission", "proceeds") }
    #expect(
      Set(rows) == [
        ["JPY", "500000", "45455", "136364", "318181"], ["KWD", "1250", "0", "375", "875"],
      ])
  }

  /// Half of the 31 days were left.
  @Test func `an upgrade gives back the unused time when it begins`() {
    var given = BooksGiven()
    given.tell(monthly, at: "2026-01-10T00:00:00Z")
    let upgrade = BoughtItem(
      "2", of: "gold.yearly", at: "2026-01-25T12:00:00Z", until: "2027-01-25T12:00:00Z",
      price: 99_990, chain: "1")
    given.tell(upgrade, at: "2026-01-25T12:00:00Z")
    var replaced = monthly
    replaced.isUpgraded = true
    given.tell(replaced, at: "2026-01-26T00:00:00Z")
    let day = given.sales(from: "2026-01-25", to: "2026-01-26")
    #expect(
      day.map { $0.values("charges", "sales", "refunds", "refunded", "upgraded", "net") } == [
        ["1", "99990", "0", "0", "4995", "94995"]
      ])
  }

  @Test func `a refund that is taken back is reversed at that moment`() {
    var given = BooksGiven()
    given.tell(monthly, at: "2026-01-10T00:00:00Z")
    given.tell(monthly.refunded(at: "2026-01-20T00:00:00Z"), at: "2026-01-20T00:01:00Z")
    given.tell(monthly, at: "2026-02-05T00:00:00Z")
    let columns = ["charges", "refunds", "refunded", "reversed", "net"]
    func values(_ from: String, _ to: String) -> [[String]] {
      given.sales(from: from, to: to).map { row in columns.map { row[$0] ?? "-" } }
    }
    #expect(values("2026-01-01", "2026-02-01") == [["1", "1", "9990", "0", "0"]])
    #expect(values("2026-02-01", "2026-03-01") == [["0", "0", "0", "9990", "9990"]])
  }

  @Test func `trials, prices of zero and family shares are no charges, and offers are`() {
    var given = BooksGiven()
    var trial = monthly
    trial.purchase.offer = Offer(type: 1, discountType: "FREE_TRIAL", period: "P1M")
    given.tell(trial, at: "2026-01-10T00:00:00Z")
    given.tell(
      BoughtItem("2", of: "coins", at: "2026-01-10T00:00:00Z", price: 0),
      at: "2026-01-10T00:00:00Z")
    given.tell(
      BoughtItem("3", of: "coins", at: "2026-01-10T00:00:00Z", ownership: .familyShared),
      at: "2026-01-10T00:00:00Z")
    #expect(given.sales(from: "2026-01-01", to: "2026-02-01").isEmpty)
    var offer = BoughtItem(
      "4", of: "gold.monthly", at: "2026-01-10T00:00:00Z", until: "2026-02-10T00:00:00Z",
      price: 990)
    offer.purchase.offer = Offer(type: 1, discountType: "PAY_AS_YOU_GO", period: "P1M")
    given.tell(offer, at: "2026-01-10T00:00:00Z")
    #expect(
      given.sales(from: "2026-01-01", to: "2026-02-01").map { $0.values("charges", "sales") }
        == [["1", "990"]])
  }

  @Test func `a commitment is charged month by month`() {
    var given = BooksGiven()
    for (id, from, to) in [("1", "2026-01-10", "2026-02-10"), ("2", "2026-02-10", "2026-03-10")] {
      var month = BoughtItem(
        id, of: "gold.yearly", at: "\(from)T00:00:00Z", until: "\(to)T00:00:00Z", chain: "1",
        reason: id == "1" ? "PURCHASE" : "RENEWAL")
      month.purchase.billingPlanType = "MONTHLY"
      month.purchase.commitment = Commitment(period: Int32(id)!, of: 12, price: 119_880)
      given.tell(month, at: "\(from)T00:00:00Z")
    }
    #expect(
      given.sales(from: "2026-02-01", to: "2026-03-01").map { $0.values("charges", "sales") }
        == [["1", "9990"]])
  }

  @Test func `one number and product in two apps and environments are several purchases`() {
    var given = BooksGiven()
    given.tell(BoughtItem("1", of: "coins", at: "2026-01-10T00:00:00Z"), at: "2026-01-10T00:00:00Z")
    given.tell(
      BoughtItem("1", of: "coins", at: "2026-01-10T00:00:00Z", price: 1_990, app: "com.other"),
      at: "2026-01-10T00:00:00Z")
    given.tell(
      BoughtItem("1", of: "coins", at: "2026-01-10T00:00:00Z", price: 5, environment: .sandbox),
      at: "2026-01-10T00:00:00Z")
    let own = given.question(from: "2026-01-01", to: "2026-02-01")
    let other = given.question(from: "2026-01-01", to: "2026-02-01", app: "com.other")
    let model = SalesModel(given.facts)
    #expect(model.rows(of: own).map { $0.values("charges", "sales") } == [["1", "9990"]])
    #expect(model.rows(of: other).map { $0.values("charges", "sales") } == [["1", "1990"]])
    let test = ModelReportQuestion(
      app: BooksGiven.app, environment: .sandbox, from: nil, to: own.to, cut: given.cut,
      knownAt: own.knownAt)
    #expect(model.rows(of: test).map { $0.values("charges", "sales") } == [["1", "5"]])
  }

  /// 23:30 of January 31 is afternoon in Los Angeles, and 03:00 of February 1 is still January 31 there, the
  /// last day of Apple's month 4; from 08:00 on it is February 1.
  @Test(arguments: [
    (ModelReportQuestion.Calendar.utc, ["2026-01": "1", "2026-02": "2"]),
    (.pacific, ["2026-01": "2", "2026-02": "1"]), (.fiscal, ["2026-04": "2", "2026-05": "1"]),
  ])
  func `months end by the calendar`(
    calendar: ModelReportQuestion.Calendar, charges: [String: String]
  ) {
    var given = BooksGiven()
    for (id, date) in [
      ("1", "2026-01-31T23:30:00Z"), ("2", "2026-02-01T03:00:00Z"), ("3", "2026-02-01T08:00:00Z"),
    ] { given.tell(BoughtItem(id, of: "coins", at: date), at: date) }
    var question = given.question(from: "2026-01-01", to: "2026-03-01")
    question.interval = .month
    question.calendar = calendar
    let rows = SalesModel(given.facts).rows(of: question)
    #expect(Dictionary(rows.map { ($0["date"]!, $0["charges"]!) }) { $1 } == charges)
  }

  @Test func `a report has the columns of the divisions that are asked for`() {
    var given = BooksGiven()
    given.tell(monthly, at: "2026-01-10T00:00:00Z")
    given.tell(
      BoughtItem("2", of: "coins", at: "2026-01-11T00:00:00Z", in: nil), at: "2026-01-11T00:00:00Z")
    var question = given.question(from: "2026-01-01", to: "2026-02-01")
    question.divisions = [.product, .group, .storefront]
    question.interval = .day
    let rows = SalesModel(given.facts).rows(of: question)
      .map { $0.values("date", "product", "group", "storefront", "currency", "sales") }
    #expect(
      Set(rows) == [
        ["2026-01-10", "gold.monthly", "gold", "USA", "USD", "9990"],
        ["2026-01-11", "coins", "", "", "USD", "9990"],
      ])
  }
}
