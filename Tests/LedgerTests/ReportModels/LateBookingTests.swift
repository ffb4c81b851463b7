import Ledger
import ReferenceModels
import Testing

struct LateBookingTests {
  private let item = BoughtItem("1", of: "coins", at: "2026-01-10T00:00:00Z")
  private let columns = ["charges", "sales", "refunds", "refunded", "net", "adjustments"]

  private func sales(_ given: BooksGiven, _ from: String, _ to: String) -> [[String]] {
    given.sales(from: from, to: to).map { row in columns.map { row[$0] ?? "-" } }
  }

  @Test func `a refund that is heard of after the close is of the first open day`() {
    var given = BooksGiven()
    given.tell(item, at: "2026-01-10T00:00:00Z")
    given.close("2026-01-01", to: "2026-02-01")
    given.tell(item.refunded(at: "2026-01-30T00:00:00Z"), at: "2026-02-03T00:00:00Z")
    #expect(
      sales(given, "2026-01-01", "2026-02-01") == [["1", "9990", "0", "0", "9990", "0"]])
    #expect(
      sales(given, "2026-02-01", "2026-02-02") == [["0", "0", "1", "9990", "-9990", "-9990"]])
    #expect(sales(given, "2026-02-02", "2026-03-01").isEmpty)
  }

  @Test func `a refund of this month is no adjustment, though its charge is of a closed one`() {
    var given = BooksGiven()
    given.tell(item, at: "2026-01-10T00:00:00Z")
    given.close("2026-01-01", to: "2026-02-01")
    given.tell(item.refunded(at: "2026-02-03T00:00:00Z"), at: "2026-02-03T00:00:00Z")
    #expect(
      sales(given, "2026-02-03", "2026-02-04") == [["0", "0", "1", "9990", "-9990", "0"]])
  }

  @Test(arguments: [
    (false, "2026-02-01", "2026-02-02"), (true, "2026-03-01", "2026-03-02"),
  ])
  func `a late charge is of the first day that was open when it came`(
    isAfterSecondClose: Bool, from: String, to: String
  ) {
    var given = BooksGiven()
    given.close("2026-01-01", to: "2026-02-01")
    if isAfterSecondClose { given.close("2026-02-01", to: "2026-03-01") }
    given.tell(item, at: "2026-02-20T00:00:00Z")
    if !isAfterSecondClose { given.close("2026-02-01", to: "2026-03-01") }
    #expect(sales(given, from, to) == [["1", "9990", "0", "0", "9990", "9990"]])
    #expect(sales(given, "2026-01-01", "2026-02-01").isEmpty)
    #expect(sales(given, "2026-01-01", "2026-04-01").count == 1)
  }

  @Test func `the closes of another app or environment close nothing here`() {
    var given = BooksGiven()
    given.close("2026-01-01", to: "2026-02-01", app: "com.other")
    given.close("2026-01-01", to: "2026-02-01", environment: .sandbox)
    given.tell(item, at: "2026-02-20T00:00:00Z")
    #expect(
      sales(given, "2026-01-01", "2026-02-01") == [["1", "9990", "0", "0", "9990", "0"]])
  }

  @Test func `what was recorded after the cut is left out`() {
    var given = BooksGiven()
    given.tell(item, at: "2026-01-10T00:00:00Z")
    let cut = given.cut
    given.tell(item.refunded(at: "2026-01-12T00:00:00Z"), at: "2026-01-12T00:00:00Z")
    var question = given.question(from: "2026-01-01", to: "2026-02-01")
    #expect(SalesModel(given.facts).rows(of: question).first?["net"] == "0")
    question.cut = cut
    #expect(SalesModel(given.facts).rows(of: question).first?["net"] == "9990")
  }

  @Test func `another percentage of a refund takes the former one out`() {
    var given = BooksGiven()
    given.tell(item, at: "2026-01-10T00:00:00Z")
    given.tell(item.refunded(at: "2026-01-20T00:00:00Z", 50_000), at: "2026-01-20T00:00:00Z")
    given.close("2026-01-01", to: "2026-02-01")
    given.tell(item.refunded(at: "2026-01-20T00:00:00Z", 80_000), at: "2026-02-20T00:00:00Z")
    #expect(
      sales(given, "2026-01-01", "2026-02-01") == [["1", "9990", "1", "4995", "4995", "0"]])
    // 80 % are 7.992, which is 2.997 more than 4.995.
    #expect(
      sales(given, "2026-02-01", "2026-03-01") == [["0", "0", "0", "2997", "-2997", "-2997"]])
  }

  /// A price of 9.99 has 0.654 tax and 2.801 commission with 7 % tax; 1.595 and 2.519 with 19 %.
  @Test func `a tax that is published after the close changes the first open day alone`() {
    var given = BooksGiven()
    given.tell(
      BoughtItem("1", of: "book", at: "2026-01-10T00:00:00Z", "EUR", in: "DEU"),
      at: "2026-01-10T00:00:00Z")
    given.close("2026-01-01", to: "2026-02-01")
    let published = Instant("2026-02-10T00:00:00Z")!
    given.record(
      .shared(
        .taxesPublished(
          TaxesPublished(
            bundleID: BooksGiven.app,
            rows: [TaxTable.Row(storefront: "DEU", productID: "book", thousandths: 70)],
            author: "ada", publishedAt: published))), at: published)
    func values(_ from: String, _ to: String) -> [[String]] {
      given.proceeds(from: from, to: to).map {
        $0.values("net", "estimatedTax", "commission", "proceeds", "adjustments")
      }
    }
    #expect(values("2026-01-01", "2026-02-01") == [["9990", "1595", "2519", "5876", "0"]])
    #expect(values("2026-02-01", "2026-02-02") == [["0", "-941", "282", "659", "0"]])
  }

  @Test func `a day before the first closed month is closed with it`() {
    var given = BooksGiven()
    given.close("2026-02-01", to: "2026-03-01")
    given.tell(item, at: "2026-03-20T00:00:00Z")
    #expect(sales(given, "2026-01-01", "2026-02-01").isEmpty)
    #expect(sales(given, "2026-03-01", "2026-03-02") == [["1", "9990", "0", "0", "9990", "9990"]])
  }

  /// Both copies were charges until Apple told that they are one line item.
  @Test func `a copy that turns out to be one is taken out on the first open day`() {
    var given = BooksGiven()
    func period(_ id: String, at date: String, reason: String, item: String?) -> BoughtItem {
      var period = BoughtItem(
        id, of: "gold.monthly", at: date, until: "2026-02-10T00:00:00Z", chain: "1",
        reason: reason)
      period.purchase.webOrderLineItemID = item
      return period
    }
    given.tell(
      period("1", at: "2026-01-10T00:00:00Z", reason: "PURCHASE", item: "700"),
      at: "2026-01-10T00:00:00Z")
    given.tell(
      period("2", at: "2026-01-11T00:00:00Z", reason: "RENEWAL", item: nil),
      at: "2026-01-11T00:00:00Z")
    given.close("2026-01-01", to: "2026-02-01")
    given.tell(
      period("2", at: "2026-01-11T00:00:00Z", reason: "RENEWAL", item: "700"),
      at: "2026-02-20T00:00:00Z")
    #expect(
      sales(given, "2026-01-01", "2026-02-01") == [["2", "19980", "0", "0", "19980", "0"]])
    #expect(
      sales(given, "2026-02-01", "2026-02-02") == [["-1", "-9990", "0", "0", "-9990", "-9990"]])
  }

  @Test func `a storefront that is told late moves its charge`() {
    var given = BooksGiven()
    given.tell(
      BoughtItem("1", of: "coins", at: "2026-01-10T00:00:00Z", "EUR", in: nil),
      at: "2026-01-10T00:00:00Z")
    given.close("2026-01-01", to: "2026-02-01")
    given.tell(
      BoughtItem("1", of: "coins", at: "2026-01-10T00:00:00Z", "EUR", in: "DEU"),
      at: "2026-02-20T00:00:00Z")
    var question = given.question(from: "2026-02-01", to: "2026-03-01")
    question.divisions = [.storefront]
    let rows = ProceedsModel(given.facts).rows(of: question).map {
      $0.values("storefront", "net", "estimatedTax", "adjustments")
    }
    #expect(Set(rows) == [["", "-9990", "0", "-9990"], ["DEU", "9990", "1595", "9990"]])
  }
}
