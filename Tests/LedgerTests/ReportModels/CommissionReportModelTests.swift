import Ledger
import ReferenceModels
import Testing

struct CommissionReportModelTests {
  private static let columns = [
    "rate", "reason", "charges", "price", "returned", "commission", "returnedCommission",
    "netCommission", "savedByTenure", "lapseCost",
  ]

  private func values(_ rows: [ModelReportRow]) -> Set<[String]> {
    Set(rows.map { row in Self.columns.map { row[$0] ?? "-" } })
  }

  private static func period(
    _ id: String, _ from: String, _ to: String, of chain: String, reason: String = "RENEWAL"
  ) -> BoughtItem {
    BoughtItem(
      id, of: "gold", at: "\(from)T00:00:00Z", until: "\(to)T00:00:00Z", price: 11_900, "EUR",
      in: "DEU", chain: chain, reason: reason)
  }

  /// The example of the page: 11.90 with 1.90 of tax; one customer is new, one has 396 days of paid service, and
  /// one has as many and returned after 61 days.
  @Test func `the example of the reports`() {
    var given = BooksGiven()
    let second = Self.period("23", "2026-01-15", "2026-02-15", of: "2")
    let items = [
      Self.period("21", "2024-12-15", "2025-12-15", of: "2", reason: "PURCHASE"),
      Self.period("22", "2025-12-15", "2026-01-15", of: "2"),
      Self.period("31", "2024-10-15", "2025-10-15", of: "3", reason: "PURCHASE"),
      Self.period("32", "2025-10-15", "2025-11-15", of: "3"),
      Self.period("11", "2026-01-15", "2026-02-15", of: "1", reason: "PURCHASE"), second,
      Self.period("33", "2026-01-15", "2026-02-15", of: "3", reason: "PURCHASE"),
    ]
    for item in items { given.tell(item, at: "\(item.purchase.purchaseDate)") }
    given.tell(
      second.refunded(at: "2026-02-03T00:00:00Z", 50_000), at: "2026-02-03T00:00:00Z")
    #expect(
      values(given.commission(from: "2026-01-01", to: "2026-02-01")) == [
        ["0.15", "afterAYear", "1", "11900", "0", "1500", "0", "1500", "1500", "0"],
        ["0.30", "firstYear", "2", "23800", "0", "6000", "0", "6000", "0", "1500"],
      ])
    #expect(
      values(given.commission(from: "2026-02-01", to: "2026-03-01")) == [
        ["0.15", "afterAYear", "0", "0", "5950", "0", "750", "-750", "-750", "0"]
      ])
  }

  @Test(arguments: [false, true])
  func `a program that is entered late takes charges to its rate`(isClosed: Bool) {
    var given = BooksGiven()
    given.tell(
      BoughtItem("1", of: "coins", at: "2026-01-10T00:00:00Z", price: 10_000),
      at: "2026-01-10T00:00:00Z")
    if isClosed { given.close("2026-01-01", to: "2026-02-01") }
    let entered = Instant("2026-02-10T00:00:00Z")!
    given.record(
      .shared(
        .programEntered(
          ProgramEntered(
            program: "small-business", from: Instant("2026-01-01T00:00:00Z")!, enteredAt: entered))
      ), at: entered)
    func values(_ from: String, _ to: String) -> Set<[String]> {
      Set(
        given.commission(from: from, to: to).map {
          $0.values("rate", "reason", "charges", "netCommission", "corrections", "adjustments")
        })
    }
    let former = ["0.30", "notASubscription", "1", "3000", "0", "0"]
    let program = ["0.15", "programme:small-business", "1", "1500", "1"]
    #expect(values("2026-01-01", "2026-02-01") == [isClosed ? former : program + ["0"]])
    #expect(
      values("2026-02-01", "2026-03-01")
        == (isClosed
          ? [
            program + ["1500"], ["0.30", "notASubscription", "-1", "-3000", "0", "-3000"],
          ] : []))
  }

  @Test func `a purchase without a price is counted and no charge until its price comes`() {
    var given = BooksGiven()
    given.tell(
      BoughtItem("1", of: "coins", at: "2026-01-10T00:00:00Z", price: nil),
      at: "2026-01-10T00:00:00Z")
    given.close("2026-01-01", to: "2026-02-01")
    given.tell(BoughtItem("1", of: "coins", at: "2026-01-10T00:00:00Z"), at: "2026-02-10T00:00:00Z")
    func values(_ from: String, _ to: String) -> Set<[String]> {
      Set(
        given.commission(from: from, to: to).map {
          $0.values("currency", "charges", "price", "unpriced", "adjustments")
        })
    }
    #expect(values("2026-01-01", "2026-02-01") == [["", "0", "0", "1", "0"]])
    #expect(values("2026-02-01", "2026-02-02") == [["USD", "1", "9990", "0", "2997"]])
  }

  /// 362 days before a charge are more than 361.5 and less than 365 less an hour.
  @Test func `a charge near the year is in doubt`() {
    var given = BooksGiven()
    let first = BoughtItem(
      "1", of: "gold", at: "2025-01-13T00:00:00Z", until: "2026-01-10T00:00:00Z", chain: "1")
    let next = BoughtItem(
      "2", of: "gold", at: "2026-01-10T00:00:00Z", until: "2026-02-10T00:00:00Z", chain: "1",
      reason: "RENEWAL")
    given.tell(first, at: "2025-01-13T00:00:00Z")
    given.tell(next, at: "2026-01-10T00:00:00Z")
    #expect(
      given.commission(from: "2026-01-01", to: "2026-02-01").map {
        $0.values("rate", "charges", "rateUncertain", "uncertain")
      } == [["0.30", "1", "1", "0"]])
  }

  /// The first copies came in February and tell 41 days and a month: some of them may be an extension.
  @Test func `a period of which Apple told late is in doubt, whatever its length`() {
    var given = BooksGiven()
    given.tell(
      BoughtItem("1", of: "gold", at: "2026-01-10T00:00:00Z", until: "2026-02-20T00:00:00Z"),
      at: "2026-02-15T00:00:00Z")
    given.tell(
      BoughtItem("2", of: "gold", at: "2026-01-10T00:00:00Z", until: "2026-02-10T00:00:00Z"),
      at: "2026-02-15T00:00:00Z")
    #expect(
      given.commission(from: "2026-01-01", to: "2026-02-01").map {
        $0.values("charges", "uncertain", "rateUncertain")
      } == [["2", "2", "0"]])
  }

  @Test func `a large price does not overflow`() {
    var given = BooksGiven()
    let item = BoughtItem(
      "1", of: "coins", at: "2026-01-10T00:00:00Z", price: 4_999_000_000, "VND", in: "VNM")
    given.tell(item, at: "2026-01-10T00:00:00Z")
    given.tell(item.refunded(at: "2026-01-11T00:00:00Z", 50_000), at: "2026-01-11T00:00:00Z")
    #expect(
      given.commission(from: "2026-01-01", to: "2026-02-01").map {
        $0.values("price", "returned", "netCommission")
      } == [["4999000000", "2499500000", "749850000"]])
  }
}
