import Ledger
import Testing

/// The taxes that Apple's files told, in the journal, with figures worked out by hand: of 10,700 milliunits
/// 1,708 are a tax of 19 % and 700 one of 7 %; Apple keeps 30 % of the rest, 2,698 and 3,000.
struct LearnedTaxTests {
  private static let estimates = TaxTable(rows: [.init(storefront: "DEU", thousandths: 190)])

  private func published(
    _ rows: [TaxTable.Row], of app: BundleID = "com.example.game", on number: Double
  ) -> RecordedEvent {
    RecordedEvent(
      id: EventID(lane: 0, position: Int64(number)), recordedAt: day(number),
      event: .shared(
        .taxesPublished(
          TaxesPublished(bundleID: app, rows: rows, author: "ada", publishedAt: day(number)))),
      evidence: nil)
  }

  private func lines(_ events: [RecordedEvent]) -> [String] {
    var journal = JournalBook(taxes: Self.estimates)
    for event in events { journal.record(event) }
    return journal.entries.map { entry in
      let amounts = entry.amounts
      return "\(entry.kind) of \(entry.transactionID) \(amounts.price) \(amounts.tax) "
        + "\(amounts.commission)" + (entry.adjusts.map { " adjusts \($0)" } ?? "")
        + (entry.causedBy.lane == 0 ? " by the publication" : "")
    }
  }

  private func months() -> Given {
    var given = Given()
    given.currency = "EUR"
    given.bought("1", from: 0, to: 30, reason: "PURCHASE", price: 10_700, storefront: "DEU")
    given.bought("2", from: 30, to: 60, reason: "RENEWAL", price: 10_700, storefront: "DEU")
    return given
  }

  @Test func `a charge before the publication is adjusted from the day of the row on`() {
    let row = TaxTable.Row(
      storefront: "DEU", productID: "gold.monthly", from: day(30), thousandths: 70)
    #expect(
      lines(months().events + [published([row], on: 40)]) == [
        "charge of 1 10700 1708 2698", "charge of 2 10700 1708 2698",
        "charge of 2 0 -1008 302 adjusts 2 by the publication",
      ])
  }

  @Test func `a charge after the publication is booked with its tax`() {
    let row = TaxTable.Row(storefront: "DEU", productID: "gold.monthly", thousandths: 70)
    #expect(
      lines([published([row], on: 1)] + months().events) == [
        "charge of 1 10700 700 3000", "charge of 2 10700 700 3000",
      ])
  }

  @Test func `rows of another product, storefront or app change nothing`() {
    let rows = [
      TaxTable.Row(storefront: "DEU", productID: "gold.yearly", thousandths: 70),
      TaxTable.Row(storefront: "FRA", productID: "gold.monthly", thousandths: 70),
    ]
    let other = TaxTable.Row(storefront: "DEU", productID: "gold.monthly", thousandths: 70)
    #expect(
      lines(
        months().events + [
          published(rows, on: 40), published([other], of: "com.example.other", on: 41),
        ]) == ["charge of 1 10700 1708 2698", "charge of 2 10700 1708 2698"])
  }

  /// Half of the price is given back: 854 of the tax and 1,349 of the commission, then 350 and 1,500.
  @Test func `a refund is adjusted with its charge`() {
    var given = Given()
    given.currency = "EUR"
    let half = Asserted<Revocation>.present(
      Revocation(date: day(10), reason: 0, type: "REFUND_PRORATED", percentage: 50_000))
    given.bought(
      "1", from: 0, to: 30, revocation: half, reason: "PURCHASE", price: 10_700, storefront: "DEU",
      said: 10)
    let row = TaxTable.Row(storefront: "DEU", productID: "gold.monthly", thousandths: 70)
    #expect(
      lines(given.events + [published([row], on: 40)]) == [
        "charge of 1 10700 1708 2698", "refund of 1 5350 854 1349",
        "charge of 1 0 -1008 302 adjusts 1 by the publication",
        "refund of 1 0 -504 151 adjusts 2 by the publication",
      ])
  }

  /// The second publication has no row: the estimate is in force again.
  @Test func `the last publication is in force`() {
    let row = TaxTable.Row(storefront: "DEU", productID: "gold.monthly", thousandths: 70)
    var given = Given()
    given.currency = "EUR"
    given.bought("1", from: 0, to: 30, reason: "PURCHASE", price: 10_700, storefront: "DEU")
    #expect(
      lines(given.events + [published([row], on: 40), published([], on: 41)]) == [
        "charge of 1 10700 1708 2698", "charge of 1 0 -1008 302 adjusts 1 by the publication",
        "charge of 1 0 1008 -302 adjusts 2 by the publication",
      ])
  }

  @Test
  func `a row of the product goes before one of every product, and a later one before an earlier`()
  {
    let table = TaxTable(rows: [
      .init(storefront: "DEU", from: day(50), thousandths: 10),
      .init(storefront: "DEU", productID: "a", thousandths: 20),
      .init(storefront: "DEU", productID: "a", from: day(20), thousandths: 30),
      .init(storefront: "DEU", thousandths: 40),
    ])
    let asked: [(ProductID, Double)] = [("a", 0), ("a", 20), ("a", 60), ("b", 0), ("b", 60)]
    #expect(
      asked.map { table.thousandths(of: $0.0, in: "DEU", at: day($0.1)) } == [20, 30, 30, 40, 10])
    #expect(table.thousandths(of: "a", in: "FRA", at: day(0)) == nil)
  }
}
