import Ledger
import TestSupport
import Testing

/// The charges of the app itself, with figures worked out by hand: of 4,990 milliunits 797 are a tax of 19 %,
/// and Apple keeps 30 % of the rest, 1,258, or 15 %, 629. Pacific days of January begin at 8:00 in UTC.
struct AppPurchaseTests {
  private static let estimates = TaxTable(rows: [.init(storefront: "DEU", thousandths: 190)])
  private static let eighth = 8.0 / 24

  private func row(
    _ price: Int64 = 4_990, in storefront: String = "DEU", _ currency: String = "EUR",
    on first: Int64, to last: Int64? = nil
  ) -> AppPrices.Row {
    AppPrices.Row(
      storefront: storefront, currency: currency, price: price, firstDay: january(first),
      lastDay: january(last ?? first))
  }

  /// Returns a day of 2026 by its number: 0 is the first of January.
  private func january(_ number: Int64) -> CivilDate {
    CivilDate(daysSince1970: 20_454 + number)
  }

  private func published(
    _ rows: [AppPrices.Row], of app: BundleID = "com.example.game", on number: Double
  ) -> RecordedEvent {
    shared(
      .pricesPublished(
        PricesPublished(
          bundleID: app, sku: "GAME", rows: rows, author: "ada", publishedAt: day(number))),
      on: number)
  }

  private func shared(_ event: SharedEvent, on number: Double) -> RecordedEvent {
    RecordedEvent(
      id: EventID(lane: 0, position: Int64(number)), recordedAt: day(number),
      event: .shared(event), evidence: nil)
  }

  /// Returns the purchase of the app at a moment, which a receipt or Apple's signature told.
  private func bought(
    _ id: String, at number: Double, ownership: Ownership = .purchased, trust: Trust = .signed,
    in environment: StoreEnvironment = .production
  ) -> [RecordedEvent] {
    var given = Given()
    given.chain = ChainID(environment, OriginalTransactionID(id))
    given.group = nil
    given.bought(
      TransactionID(id), from: number, to: nil, product: "com.example.game", ownership: ownership,
      trust: trust, type: .app)
    return given.events
  }

  private func journal(_ events: [RecordedEvent]) -> JournalBook {
    var journal = JournalBook(taxes: Self.estimates)
    for event in events { journal.record(event) }
    return journal
  }

  private func lines(_ events: [RecordedEvent]) -> [String] {
    journal(events).entries.map { entry in
      let amounts = entry.amounts
      return "\(entry.kind) of \(entry.transactionID) \(amounts.price) \(amounts.tax) "
        + "\(amounts.commission) \(entry.currency) \(entry.storefront ?? "-")"
        + (entry.adjusts.map { " adjusts \($0)" } ?? "")
        + (entry.causedBy.lane == 0 ? " by the publication" : "")
    }
  }

  @Test func `the purchase of a day with a price is a charge that is earned at once`() throws {
    let journal = journal([published([row(on: 2)], on: 1)] + bought("1", at: 2.5))
    let entry = try #require(journal.entries.first)
    #expect(journal.entries.count == 1)
    #expect(entry.productID == "com.example.game" && entry.productType == .app)
    #expect(entry.service == nil && entry.occurredAt == day(2.5))
    #expect(entry.rate == CommissionRate(thousandths: 300, reason: .notASubscription))
    #expect(
      entry.postings == [
        JournalPosting(.receivable, 2_935), JournalPosting(.commission, 1_258),
        JournalPosting(.tax, 797), JournalPosting(.revenue, -4_990),
      ])
  }

  @Test func `a purchase of a day without a price is no charge, and not one without a price`() {
    let events = bought("1", at: 2.5, trust: .receipt)
    let free = journal([published([row(on: 3)], on: 1)] + events)
    #expect(free.entries == [] && free.commission.lines == [])
    let chain = ChainID(.production, "1")
    #expect(free.commission.purchasesWithoutPrice(of: chain) == [])
    #expect(journal(events).commission.lines == [])
  }

  @Test(arguments: [
    (2 + eighth - oneSecond, false), (2 + eighth, true), (5 + eighth - oneSecond, true),
    (5 + eighth, false),
  ])
  func `a row holds from its first Pacific day to its last`(moment: Double, isCharged: Bool) {
    let entries = lines([published([row(on: 2, to: 4)], on: 1)] + bought("1", at: moment))
    #expect(entries == (isCharged ? ["charge of 1 4990 797 1258 EUR DEU"] : []))
  }

  @Test func `what a receipt tells is a charge, and what only a shared secret tells is none`() {
    let prices = published([row(on: 2)], on: 1)
    #expect(
      lines([prices] + bought("1", at: 2.5, trust: .receipt)) == [
        "charge of 1 4990 797 1258 EUR DEU"
      ])
    #expect(lines([prices] + bought("1", at: 2.5, trust: .sharedSecret)) == [])
    #expect(
      lines([prices] + bought("1", at: 2.5, trust: .sharedSecret) + bought("1", at: 2.5)) == [
        "charge of 1 4990 797 1258 EUR DEU"
      ])
  }

  @Test func `a family share and the sandbox charge nobody, and other apps have other prices`() {
    let prices = published([row(on: 2)], on: 1)
    #expect(lines([prices] + bought("1", at: 2.5, ownership: .familyShared)) == [])
    #expect(lines([prices] + bought("1", at: 2.5, in: .sandbox)) == [])
    #expect(
      lines([published([row(on: 2)], of: "com.example.other", on: 1)] + bought("1", at: 2.5)) == [])
  }

  @Test func `two purchases of one day are two charges, told before the price or after it`() {
    let events =
      bought("1", at: 2.4) + [published([row(on: 2)], on: 3)] + bought("2", at: 2.9)
    #expect(
      lines(events) == [
        "charge of 1 4990 797 1258 EUR DEU by the publication", "charge of 2 4990 797 1258 EUR DEU",
      ])
  }

  /// The price of the day is a thousand more, then it is that of another storefront, then there is none. Of
  /// 5,990 milliunits 956 are tax and 1,510 commission; the table has no tax of France.
  @Test func `a publication replaces the one before`() {
    let events =
      bought("1", at: 2.5) + [
        published([row(on: 2)], on: 3), published([row(5_990, on: 2)], on: 4),
        published([row(5_990, in: "FRA", on: 2)], on: 5), published([row(on: 7)], on: 6),
      ]
    #expect(
      lines(events) == [
        "charge of 1 4990 797 1258 EUR DEU by the publication",
        "charge of 1 1000 159 252 EUR DEU adjusts 1 by the publication",
        "charge of 1 -5990 -956 -1510 EUR DEU adjusts 2 by the publication",
        "charge of 1 5990 0 1797 EUR FRA adjusts 3 by the publication",
        "charge of 1 -5990 0 -1797 EUR FRA adjusts 4 by the publication",
      ])
    let newest = journal(events).commission.lines.last
    #expect(newest?.charge == nil && newest?.rate == nil)
  }

  @Test func `the same prices again, and the same AppTransaction again, change nothing`() {
    let prices = [row(on: 2)]
    #expect(
      lines(
        bought("1", at: 2.5) + [published(prices, on: 3), published(prices, on: 4)]
          + bought("1", at: 2.5)
      ).count == 1)
  }

  @Test func `the Small Business Program lowers the commission, entered before or after`() {
    let program = shared(
      .programEntered(
        ProgramEntered(
          program: Program.smallBusiness, bundleID: nil, from: day(0), until: nil, enteredAt: day(4)
        )),
      on: 4)
    let prices = published([row(on: 2)], on: 3)
    #expect(
      lines([program, prices] + bought("1", at: 2.5)) == ["charge of 1 4990 797 629 EUR DEU"])
    #expect(
      lines(bought("1", at: 2.5) + [prices, program]) == [
        "charge of 1 4990 797 1258 EUR DEU by the publication",
        "charge of 1 -4990 -797 -1258 EUR DEU adjusts 1 by the publication",
        "charge of 1 4990 797 629 EUR DEU adjusts 2 by the publication",
      ])
  }

  /// A tax of 7 % is 326 of 4,990 milliunits, and 30 % of the rest are 1,399.
  @Test func `a learned tax of the app holds`() {
    let taxes = shared(
      .taxesPublished(
        TaxesPublished(
          bundleID: "com.example.game",
          rows: [.init(storefront: "DEU", productID: "com.example.game", thousandths: 70)],
          author: "ada", publishedAt: day(4))), on: 4)
    #expect(
      lines([taxes, published([row(on: 2)], on: 3)] + bought("1", at: 2.5)) == [
        "charge of 1 4990 326 1399 EUR DEU"
      ])
  }

  /// An AppTransaction is silent about refunds. Should Apple sign one otherwise, it is given back.
  @Test func `a refund that Apple signs gives back what was charged`() {
    var given = Given()
    given.chain = ChainID(.production, "1")
    given.bought(
      "1", from: 2.5, to: nil, product: "com.example.game", revocation: refund(on: 10), said: 10,
      type: .app)
    #expect(
      lines(bought("1", at: 2.5) + [published([row(on: 2)], on: 3)] + given.events) == [
        "charge of 1 4990 797 1258 EUR DEU by the publication",
        "refund of 1 4990 797 1258 EUR DEU",
      ])
  }

  @Test func `a resumed book goes on as the whole one`() {
    let events =
      bought("1", at: 2.5) + [
        published([row(on: 2)], on: 3), published([row(5_990, on: 2)], on: 4),
        published([], on: 5),
      ]
    let whole = journal(events)
    for count in 1..<events.count {
      let past = Array(events.prefix(count))
      let known = journal(past)
      var given = Given()
      given.chain = ChainID(.production, "1")
      var resumed = JournalBook(
        resuming: known.entries,
        lines: known.commission.answer(knownAt: Instant(milliseconds: .max)),
        chains: [given.fold(past)], shared: SharedState(past), taxes: Self.estimates)
      for event in events.dropFirst(count) { resumed.record(event) }
      #expect(resumed.entries == whole.entries, "after \(count)")
    }
  }
}
