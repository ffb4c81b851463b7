import Ledger
import Testing

/// The single cases of the journal, with figures worked out by hand. Prices are in milliunits: 10,000 is
/// ten dollars. The rate of a first year is 30 %.
struct JournalTests {
  private func journal(_ events: [RecordedEvent], taxes: TaxTable = .none) -> JournalBook {
    var journal = JournalBook(taxes: taxes)
    for event in events { journal.record(event) }
    return journal
  }

  private func given() -> Given {
    var given = Given()
    given.currency = "USD"
    return given
  }

  /// Returns the entries as texts: number, kind, day of 2026, price, tax, commission, and the entry that
  /// it adjusts.
  private func lines(_ journal: JournalBook) -> [String] {
    journal.entries.map { entry in
      let day = Double((entry.occurredAt - day(0)).milliseconds) / 86_400_000
      let amounts = entry.amounts
      return "\(entry.number) \(entry.kind) \(day) \(amounts.price) \(amounts.tax) "
        + "\(amounts.commission)" + (entry.adjusts.map { " adjusts \($0)" } ?? "")
    }
  }

  private func part(_ percentage: Int32, on number: Double) -> Asserted<Revocation> {
    .present(
      Revocation(
        date: day(number), reason: 0, type: "REFUND_PRORATED", percentage: percentage))
  }

  @Test func `a charge is receivable, commission and deferred revenue, and balances`() throws {
    var given = given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE", price: 9_990)
    let journal = journal(given.events + given.events)
    #expect(lines(journal) == ["1 charge 0.0 9990 0 2997"])
    let entry = try #require(journal.entries.first)
    #expect(
      entry.postings.map { "\($0.account) \($0.amount)" } == [
        "receivable 6993", "commission 2997", "deferredRevenue -9990",
      ])
    #expect(entry.service == ServiceSpan(start: day(0), end: day(30)))
    #expect(entry.because == [EventID(lane: 1, position: 1)])
  }

  @Test func `the tax in a price is estimated from what is left without it`() throws {
    var given = given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE", price: 11_900, storefront: "DEU")
    let taxes = TaxTable(rows: [
      .init(storefront: "DEU", thousandths: 160),
      .init(storefront: "DEU", from: day(-1), thousandths: 190),
      .init(storefront: "DEU", from: day(1), thousandths: 250),
    ])
    // 11,900 are 10,000 and 19 %; 30 % of 10,000 are 3,000.
    let journal = journal(given.events, taxes: taxes)
    #expect(lines(journal) == ["1 charge 0.0 11900 1900 3000"])
    #expect(
      try #require(journal.entries.first).postings.map { "\($0.account) \($0.amount)" } == [
        "receivable 7000", "commission 3000", "tax 1900", "deferredRevenue -11900",
      ])
  }

  @Test func `a consumable is earned at once`() throws {
    var given = given()
    given.type = .consumable
    given.bought("1", from: 3, to: nil, price: 990)
    let journal = journal(given.events)
    #expect(lines(journal) == ["1 charge 3.0 990 0 297"])
    let entry = try #require(journal.entries.first)
    #expect(entry.service == nil)
    #expect(entry.postings.map { "\($0.account) \($0.amount)" }.last == "revenue -990")
  }

  @Test func `trials, family shares and purchases without a price are in no book`() {
    var given = given()
    given.bought("1", from: 0, to: 7, price: 0)
    given.bought("2", from: 7, to: 37, ownership: .familyShared, price: 9_990)
    given.bought("3", from: 37, to: 67, trust: .receipt)
    #expect(journal(given.events).entries.isEmpty)
  }

  @Test func `a price told later is booked on the day of the charge, and known since it was told`()
    throws
  {
    var given = given()
    given.bought("1", from: 0, to: 30, trust: .receipt)
    given.bought("1", from: 0, to: 30, price: 9_990, said: 40)
    let entry = try #require(journal(given.events).entries.first)
    #expect((entry.occurredAt, entry.learntAt) == (day(0), day(40)))
    #expect(entry.adjusts == nil)
  }

  @Test func `a refund is booked on its own day and gives the commission back`() {
    var given = given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE", price: 9_990)
    given.bought(
      "1", from: 0, to: 30, revocation: refund(on: 10), reason: "PURCHASE", price: 9_990, said: 11)
    #expect(
      lines(journal(given.events)) == ["1 charge 0.0 9990 0 2997", "2 refund 10.0 9990 0 2997"])
  }

  @Test func `a refund dated before its charge is booked with the charge`() {
    var given = given()
    given.bought(
      "1", from: 5, to: 30, revocation: refund(on: 3), reason: "PURCHASE", price: 9_990, said: 11)
    #expect(
      lines(journal(given.events)) == ["1 charge 5.0 9990 0 2997", "2 refund 5.0 9990 0 2997"])
  }

  @Test func `a part of a price is rounded half up, with its parts in proportion`() {
    var given = given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE", price: 9_990)
    given.bought(
      "1", from: 0, to: 30, revocation: part(33_333, on: 20), reason: "PURCHASE", price: 9_990,
      said: 20)
    // 33.333 % of 9,990 are 3,329.97: 3,330. That is a third of the price, and a third of 2,997 is 999.
    #expect(
      lines(journal(given.events)) == ["1 charge 0.0 9990 0 2997", "2 refund 20.0 3330 0 999"])
  }

  @Test func `a refund that Apple took back is a reversal on the day of that word`() {
    var given = given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE", price: 9_990)
    given.bought(
      "1", from: 0, to: 30, revocation: refund(on: 10), reason: "PURCHASE", price: 9_990, said: 10)
    given.bought("1", from: 0, to: 30, reason: "PURCHASE", price: 9_990, said: 15)
    #expect(
      lines(journal(given.events)) == [
        "1 charge 0.0 9990 0 2997", "2 refund 10.0 9990 0 2997", "3 reversal 15.0 9990 0 2997",
      ])
  }

  @Test func `an upgrade returns the unused share of the old period on its day`() {
    var given = given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE", price: 9_000)
    given.bought(
      "2", from: 10, to: 40, product: "gold.large", reason: "PURCHASE", price: 18_000)
    given.bought(
      "1", from: 0, to: 30, upgraded: true, reason: "PURCHASE", price: 9_000, said: 11)
    // Twenty of thirty days were not used: 6,000 of 9,000, and 1,800 of the commission.
    #expect(
      lines(journal(given.events)) == [
        "1 charge 0.0 9000 0 2700", "2 upgrade 10.0 6000 0 1800", "3 charge 10.0 18000 0 5400",
      ])
  }

  /// The upgrade itself, a trial, is never told. A receipt tells the period after it, which seems bought anew
  /// until Apple signs that it is a renewal.
  @Test func `a period that turns out to be a renewal has replaced nothing`() {
    var given = given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE", price: 9_000)
    given.bought("2", from: 10, to: 40, upgraded: nil, said: 10, trust: .receipt)
    given.bought(
      "1", from: 0, to: 30, upgraded: true, reason: "PURCHASE", price: 9_000, said: 11)
    given.bought(
      "2", from: 10, to: 40, product: "gold.large", reason: "RENEWAL", price: 18_000, said: 12)
    #expect(
      lines(journal(given.events)) == [
        "1 charge 0.0 9000 0 2700", "2 upgrade 10.0 6000 0 1800",
        "3 upgrade 10.0 -6000 0 -1800 adjusts 2", "4 charge 10.0 18000 0 5400",
      ])
  }

  @Test func `a grace that is told after an upgrade changes the unused share`() {
    var given = given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE", price: 9_000)
    given.bought("2", from: 40, to: 60, reason: "RENEWAL", price: 9_000)
    given.bought("3", from: 50, to: 80, product: "gold.large", reason: "PURCHASE", price: 18_000)
    given.bought("2", from: 40, to: 60, upgraded: true, reason: "RENEWAL", price: 9_000, said: 51)
    // Ten of twenty days were not used; with the old end as the beginning, ten of thirty. The time of service is
    // another one, so that the entry is taken out and put in.
    given.renews(said: 31, renewalDate: 30, grace: 46, retry: true)
    let entries = lines(journal(given.events)).filter { $0.contains("upgrade") }
    #expect(
      entries == [
        "3 upgrade 50.0 4500 0 1350", "7 upgrade 50.0 -4500 0 -1350 adjusts 3",
        "8 upgrade 50.0 3000 0 900 adjusts 7",
      ])
  }

  @Test func `a refund after an upgrade adds only what the upgrade left`() {
    var given = given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE", price: 9_000)
    given.bought("2", from: 10, to: 40, product: "gold.large", reason: "PURCHASE", price: 18_000)
    given.bought(
      "1", from: 0, to: 30, upgraded: true, revocation: refund(on: 20), reason: "PURCHASE",
      price: 9_000, said: 20)
    #expect(lines(journal(given.events)).last == "4 refund 20.0 3000 0 900")
  }

  @Test
  func `a corrected rate takes the charge out and puts it in again, and names what it adjusts`() {
    var given = given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE", price: 10_000)
    given.bought(
      "1", from: 0, to: 30, revocation: part(50_000, on: 20), reason: "PURCHASE", price: 10_000,
      said: 20)
    let program = RecordedEvent(
      id: EventID(lane: 0, position: 1), recordedAt: day(60),
      event: .shared(
        .programEntered(
          ProgramEntered(program: Program.smallBusiness, from: day(-1), enteredAt: day(60)))),
      evidence: nil)
    #expect(
      lines(journal(given.events + [program])) == [
        "1 charge 0.0 10000 0 3000", "2 refund 20.0 5000 0 1500",
        "3 charge 0.0 -10000 0 -3000 adjusts 1", "4 charge 0.0 10000 0 1500 adjusts 3",
        "5 refund 20.0 -5000 0 -1500 adjusts 2", "6 refund 20.0 5000 0 750 adjusts 5",
      ])
  }

  @Test func `a renewal replaced before it began leaves nothing in the books`() {
    var given = given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE", price: 9_000)
    given.bought("2", from: 30, to: 60, reason: "RENEWAL", price: 9_000, said: 29)
    given.bought(
      "3", from: 29.5, to: 59.5, product: "gold.large", reason: "PURCHASE", price: 18_000)
    let journal = journal(given.events)
    let sums = Dictionary(grouping: journal.entries, by: \.transactionID)
      .mapValues { $0.reduce(0) { $0 + $1.amounts.price } }
    #expect(sums["2"] == 0)
    #expect(sums["3"] == 18_000)
  }

  @Test func `two transactions of one period are one charge`() {
    var given = given()
    given.bought("1", from: 0, to: 30, reason: "PURCHASE", price: 9_000, item: "7")
    given.bought("9", from: 0.5, to: 30, reason: "PURCHASE", price: 9_000, said: 3, item: "7")
    let journal = journal(given.events)
    #expect(journal.entries.reduce(0) { $0 + $1.amounts.price } == 9_000)
  }
}
