import Ledger
import ReferenceModels
import Testing

struct CorrectedChargeTests {
  private let coins = BoughtItem("1", of: "coins", at: "2026-01-10T00:00:00Z", price: 10_000)

  private func values(_ given: BooksGiven, _ from: String, _ to: String) -> Set<[String]> {
    Set(
      given.commission(from: from, to: to).map {
        $0.values("rate", "reason", "charges", "netCommission", "corrections", "adjustments")
      })
  }

  private static func program(until end: String?, at moment: String) -> ProgramEntered {
    ProgramEntered(
      program: "small-business", from: Instant("2026-01-01T00:00:00Z")!,
      until: end.flatMap { Instant($0) }, enteredAt: Instant(moment)!)
  }

  @Test func `a charge that is corrected twice is one corrected charge`() {
    var given = BooksGiven()
    given.tell(coins, at: "2026-01-10T00:00:00Z")
    for (end, moment) in [
      (nil, "2026-01-11T00:00:00Z"), ("2026-01-05T00:00:00Z", "2026-01-12T00:00:00Z"),
    ] {
      given.record(
        .shared(.programEntered(Self.program(until: end, at: moment))), at: Instant(moment)!)
    }
    #expect(
      values(given, "2026-01-01", "2026-02-01") == [
        ["0.30", "notASubscription", "1", "3000", "1", "0"]
      ])
  }

  /// A refund keeps the rate of its charge, so that it moves with it.
  @Test func `what was given back goes to the corrected rate with its charge`() {
    var given = BooksGiven()
    given.tell(coins, at: "2026-01-10T00:00:00Z")
    given.tell(coins.refunded(at: "2026-01-20T00:00:00Z", 40_000), at: "2026-01-20T00:00:00Z")
    given.close("2026-01-01", to: "2026-02-01")
    given.record(
      .shared(.programEntered(Self.program(until: nil, at: "2026-02-10T00:00:00Z"))),
      at: Instant("2026-02-10T00:00:00Z")!)
    // 30 % of 6.000 go out, and 15 % of it come in.
    #expect(
      values(given, "2026-02-01", "2026-03-01") == [
        ["0.30", "notASubscription", "-1", "-1800", "0", "-1800"],
        ["0.15", "programme:small-business", "1", "900", "1", "900"],
      ])
    let sales = given.sales(from: "2026-02-01", to: "2026-03-01")
    #expect(sales.isEmpty)
  }

  @Test func `published terms take the place of those of before`() {
    var given = BooksGiven()
    given.tell(coins, at: "2026-01-10T00:00:00Z")
    let published = Instant("2026-01-20T00:00:00Z")!
    let terms = CommissionTerms(rows: [
      CommissionTerm("standard", thousandths: 300),
      CommissionTerm("us", storefronts: ["USA"], thousandths: 125),
    ])
    given.record(
      .shared(.termsPublished(TermsPublished(environment: .sandbox, publishedAt: published))),
      at: published)
    given.record(
      .shared(.termsPublished(TermsPublished(terms: terms, publishedAt: published))), at: published)
    #expect(
      values(given, "2026-01-01", "2026-02-01") == [
        ["0.125", "storefrontTerms:us", "1", "1250", "1", "0"]
      ])
  }

  /// 4.99 with 19 % tax: 0.797 of tax, 30 % of 4.193 are 1.2579.
  @Test func `the app itself is charged on days of a published price and taken out with it`() {
    var given = BooksGiven()
    var app = BoughtItem(
      "1", of: "com.example.game", at: "2026-01-10T12:00:00Z", price: nil, in: nil)
    app.purchase.type = .app
    given.tell(app, at: "2026-01-10T12:00:00Z")
    #expect(values(given, "2026-01-01", "2026-02-01").isEmpty)
    given.close("2026-01-01", to: "2026-02-01")
    let day = CivilDate("2026-01-10")!
    let row = AppPrices.Row(
      storefront: "DEU", currency: "EUR", price: 4_990, firstDay: day, lastDay: day)
    for (rows, moment) in [([row], "2026-02-10T00:00:00Z"), ([], "2026-02-20T00:00:00Z")] {
      let published = PricesPublished(
        bundleID: BooksGiven.app, sku: "GAME", rows: rows, author: "ada",
        publishedAt: Instant(moment)!)
      given.record(.shared(.pricesPublished(published)), at: Instant(moment)!)
      #expect(
        given.proceeds(from: "2026-02-01", to: "2026-02-02").map {
          $0.values("currency", "net", "estimatedTax", "commission", "proceeds", "adjustments")
        } == (rows.isEmpty ? [] : [["EUR", "4990", "797", "1258", "2935", "4990"]]))
    }
  }

  @Test func `copies of a non-consumable are one charge until a full refund`() {
    var given = BooksGiven()
    func castle(_ id: String, at date: String) -> BoughtItem {
      var castle = BoughtItem(id, of: "castle", at: date, chain: "1")
      castle.purchase.type = .nonConsumable
      return castle
    }
    let first = castle("1", at: "2026-01-10T00:00:00Z")
    given.tell(first, at: "2026-01-10T00:00:00Z")
    given.tell(castle("2", at: "2026-01-12T00:00:00Z"), at: "2026-01-12T00:00:00Z")
    #expect(given.sales(from: "2026-01-01", to: "2026-02-01").first?["charges"] == "1")
    given.tell(first.refunded(at: "2026-01-13T00:00:00Z"), at: "2026-01-13T00:00:00Z")
    given.tell(castle("3", at: "2026-01-14T00:00:00Z"), at: "2026-01-14T00:00:00Z")
    #expect(
      given.sales(from: "2026-01-01", to: "2026-02-01").map {
        $0.values("charges", "refunds", "net")
      } == [["2", "1", "9990"]])
  }

  @Test func `a purchase that only a shared secret vouches for is in no report`() {
    var given = BooksGiven()
    let told = coins.fact(at: Instant("2026-01-10T00:00:00Z")!)
    let fact = TransactionFact(
      chain: told.chain, transactionID: told.transactionID, purchase: told.purchase,
      expiresDate: told.expiresDate, isUpgraded: nil, revocation: .silent, trust: .sharedSecret,
      assertedAt: told.assertion.assertedAt)
    given.record(.chain(.transactionObserved(fact)), at: told.assertion.assertedAt)
    #expect(given.commission(from: "2026-01-01", to: "2026-02-01").isEmpty)
  }

  /// The first copy that came told of the charge and of its refund.
  @Test func `a charge and its refund that are told at once are both late`() {
    var given = BooksGiven()
    given.close("2026-01-01", to: "2026-02-01")
    given.tell(coins.refunded(at: "2026-01-20T00:00:00Z", 25_000), at: "2026-02-20T00:00:00Z")
    #expect(
      given.sales(from: "2026-02-01", to: "2026-02-02").map {
        $0.values("charges", "sales", "refunds", "refunded", "net", "adjustments")
      } == [["1", "10000", "1", "2500", "7500", "7500"]])
  }
}
