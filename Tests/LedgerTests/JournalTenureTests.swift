import Ledger
import TestSupport
import Testing

/// The rate of each entry, and the effect of tenure on its commission, with figures worked out by hand. The
/// rate of a first year is 30 %, after a year 15 %; prices hold no tax.
struct JournalTenureTests {
  private func given() -> Given {
    var given = Given()
    given.currency = "USD"
    return given
  }

  private func program(from: Double, at number: Double) -> RecordedEvent {
    RecordedEvent(
      id: EventID(lane: 0, position: 1), recordedAt: day(number),
      event: .shared(
        .programEntered(
          ProgramEntered(
            program: Program.smallBusiness, from: day(from), enteredAt: day(number)))),
      evidence: nil)
  }

  /// Returns the entries as texts: number, kind, transaction, price, commission with its rate and reason,
  /// and what tenure saved and a lapse cost.
  private func lines(_ events: [RecordedEvent]) -> [String] {
    var journal = JournalBook(taxes: .none)
    for event in events { journal.record(event) }
    return journal.entries.map { entry in
      let amounts = entry.amounts
      let effects =
        (amounts.savedByTenure == 0 ? "" : " saved \(amounts.savedByTenure)")
        + (amounts.lapseCost == 0 ? "" : " lost \(amounts.lapseCost)")
      return "\(entry.number) \(entry.kind) of \(entry.transactionID) \(amounts.price) "
        + "\(amounts.commission) at \(entry.rate?.description ?? "-") "
        + "\(entry.rate?.reason.description ?? "-")\(effects)"
    }
  }

  @Test(arguments: [
    (364.0, "3000 at 0.30 firstYear"), (364.5, "1500 at 0.15 afterAYear saved 1500"),
    (365, "1500 at 0.15 afterAYear saved 1500"),
  ])
  func `the charge on the day on which a year has passed saves half`(days: Double, line: String) {
    var given = given()
    given.bought("1", from: 0, to: days, reason: "PURCHASE", price: 100_000)
    given.bought("2", from: days, to: days + 30, reason: "RENEWAL", price: 10_000)
    #expect(
      lines(given.events) == [
        "1 charge of 1 100000 30000 at 0.30 firstYear", "2 charge of 2 10000 \(line)",
      ])
  }

  @Test func `a refund in a later month gives back the rate and the saving of its charge`() {
    var given = given()
    given.bought("1", from: 0, to: 365, reason: "PURCHASE", price: 100_000)
    given.bought("2", from: 365, to: 395, reason: "RENEWAL", price: 9_990)
    given.bought(
      "2", from: 365, to: 395,
      revocation: .present(
        Revocation(date: day(430), reason: 0, type: "REFUND_PRORATED", percentage: 33_333)),
      reason: "RENEWAL", price: 9_990, said: 430)
    // 15 % of 9,990 are 1,498.5: 1,499; 2,997 less that are 1,498. A third of the price is 3,330, of the
    // commission 499.67, and of the saving 499.33.
    #expect(
      lines(given.events).dropFirst() == [
        "2 charge of 2 9990 1499 at 0.15 afterAYear saved 1498",
        "3 refund of 2 3330 500 at 0.15 afterAYear saved 499",
      ])
  }

  @Test func `an upgrade within the first year takes its service along`() {
    var given = given()
    given.bought("1", from: 0, to: 365, reason: "PURCHASE", price: 10_000)
    given.bought(
      "2", from: 200, to: 565, product: "gold.large", reason: "PURCHASE", price: 18_000)
    given.bought(
      "1", from: 0, to: 365, upgraded: true, reason: "PURCHASE", price: 10_000, said: 201)
    given.bought(
      "3", from: 565, to: 930, product: "gold.large", reason: "RENEWAL", price: 18_000)
    given.bought(
      "4", from: 748, to: 1_113, product: "gold.huge", reason: "PURCHASE", price: 30_000)
    given.bought(
      "3", from: 565, to: 930, product: "gold.large", upgraded: true, reason: "RENEWAL",
      price: 18_000, said: 749)
    // 165 of 365 days of 10,000 were not used: 4,520.55; 30 % of it. The renewal follows 565 days. Of it 182
    // of 365 days were not used: 8,975.34; of the commission of 2,700 and of the saving 1,346.3.
    #expect(
      lines(given.events) == [
        "1 charge of 1 10000 3000 at 0.30 firstYear",
        "2 upgrade of 1 4521 1356 at 0.30 firstYear",
        "3 charge of 2 18000 5400 at 0.30 firstYear",
        "4 charge of 3 18000 2700 at 0.15 afterAYear saved 2700",
        "5 upgrade of 3 8975 1346 at 0.15 afterAYear saved 1346",
        "6 charge of 4 30000 4500 at 0.15 afterAYear saved 4500",
      ])
  }

  @Test(arguments: [
    (60.0, "1500 at 0.15 afterAYear saved 1500"), (61, "3000 at 0.30 firstYear lost 1500"),
  ])
  func `a gap of sixty-one days after a year costs half, and one of sixty nothing`(
    gap: Double, line: String
  ) {
    var given = given()
    given.bought("1", from: 0, to: 400, reason: "PURCHASE", price: 100_000)
    given.bought("2", from: 400 + gap, to: 430 + gap, reason: "PURCHASE", price: 10_000)
    #expect(lines(given.events).last == "2 charge of 2 10000 \(line)")
  }

  @Test func `a lapse costs from the day on which the year would have passed until it has passed`()
  {
    var given = given()
    given.bought("1", from: 0, to: 300, reason: "PURCHASE", price: 10_000)
    // The gap of 100 days restarts the count at 400. Before it were 300 days.
    for (id, start, end) in [
      ("2", 400.0, 464.0), ("3", 464, 465), ("4", 465, 764), ("5", 764, 765), ("6", 765, 795),
    ] {
      given.bought(
        TransactionID(id), from: start, to: end, reason: id == "2" ? "PURCHASE" : "RENEWAL",
        price: 10_000)
    }
    // Days before, without the restart: 300, 364, 365, 664, 665; with it: 0, 64, 65, 364, 365.
    #expect(
      lines(given.events).dropFirst() == [
        "2 charge of 2 10000 3000 at 0.30 firstYear",
        "3 charge of 3 10000 3000 at 0.30 firstYear",
        "4 charge of 4 10000 3000 at 0.30 firstYear lost 1500",
        "5 charge of 5 10000 3000 at 0.30 firstYear lost 1500",
        "6 charge of 6 10000 1500 at 0.15 afterAYear saved 1500",
      ])
  }

  @Test func `a refund gives back what a lapse cost on its charge`() {
    var given = given()
    given.bought("1", from: 0, to: 400, reason: "PURCHASE", price: 10_000)
    given.bought("2", from: 500, to: 530, reason: "PURCHASE", price: 10_000)
    given.bought(
      "2", from: 500, to: 530, revocation: refund(on: 510), reason: "PURCHASE", price: 10_000,
      said: 511)
    #expect(
      lines(given.events).dropFirst() == [
        "2 charge of 2 10000 3000 at 0.30 firstYear lost 1500",
        "3 refund of 2 10000 3000 at 0.30 firstYear lost 1500",
      ])
  }

  @Test func `where a program has the lower rate, tenure saves nothing and a lapse costs nothing`()
  {
    var given = given()
    given.bought("1", from: 0, to: 365, reason: "PURCHASE", price: 10_000)
    given.bought("2", from: 365, to: 395, reason: "RENEWAL", price: 10_000)
    given.bought("3", from: 395, to: 425, reason: "RENEWAL", price: 10_000)
    given.bought("4", from: 500, to: 530, reason: "PURCHASE", price: 10_000)
    let expected = [
      "1 charge of 1 10000 3000 at 0.30 firstYear",
      "2 charge of 2 10000 1500 at 0.15 afterAYear saved 1500",
      "3 charge of 3 10000 1500 at 0.15 afterAYear",
      "4 charge of 4 10000 1500 at 0.15 programme:small-business",
    ]
    #expect(lines([program(from: 390, at: 390)] + given.events) == expected)
    // Entered late, the program leaves the rate of the third as it was, and takes the saving out.
    #expect(
      lines(given.events + [program(from: 390, at: 540)]) == [
        expected[0], expected[1], "3 charge of 3 10000 1500 at 0.15 afterAYear saved 1500",
        "4 charge of 4 10000 3000 at 0.30 firstYear lost 1500",
        "5 charge of 3 0 0 at 0.15 afterAYear saved -1500",
        "6 charge of 4 -10000 -3000 at 0.30 firstYear lost -1500",
        "7 charge of 4 10000 1500 at 0.15 programme:small-business",
      ])
  }

  @Test func `a storefront with rates of its own is compared with its own first year`() {
    var given = given()
    given.bought("1", from: 0, to: 365, reason: "PURCHASE", price: 10_000, storefront: "DEU")
    given.bought("2", from: 365, to: 395, reason: "RENEWAL", price: 10_000, storefront: "DEU")
    let terms = CommissionTerms.standard.adding([
      CommissionTerm("EU", storefronts: ["DEU"], thousandths: 170),
      CommissionTerm("EU later", storefronts: ["DEU"], isAfterAYear: true, thousandths: 100),
    ])
    let published = RecordedEvent(
      id: EventID(lane: 0, position: 1), recordedAt: day(0),
      event: .shared(
        .termsPublished(
          TermsPublished(
            environment: .production, terms: terms, settings: .apple, publishedAt: day(0)))),
      evidence: nil)
    #expect(
      lines([published] + given.events) == [
        "1 charge of 1 10000 1700 at 0.17 storefrontTerms:EU",
        "2 charge of 2 10000 1000 at 0.10 storefrontTerms:EU later saved 700",
      ])
  }

  @Test(arguments: [(60.0, " saved 1500"), (61, " lost 1500")])
  func `the chains of one customer are counted together, gaps between them too`(
    gap: Double, effect: String
  ) {
    var first = given()
    first.bought(
      "1", from: 0, to: 365, reason: "PURCHASE", price: 10_000, customer: "app-1")
    var second = given()
    (second.chain, second.position) = (ChainID(.production, "2000"), 10)
    second.bought(
      "2", from: 365 + gap, to: 395 + gap, reason: "PURCHASE", price: 10_000, customer: "app-1")
    let rate = gap > 60 ? "3000 at 0.30 firstYear" : "1500 at 0.15 afterAYear"
    #expect(lines(first.events + second.events).last == "2 charge of 2 10000 \(rate)\(effect)")
  }

  @Test func `a period that is learned late takes a charge out at one rate and in at the other`() {
    var given = given()
    given.bought("1", from: 0, to: 200, reason: "PURCHASE", price: 10_000)
    given.bought("3", from: 400, to: 430, reason: "RENEWAL", price: 10_000)
    given.bought("2", from: 200, to: 400, reason: "RENEWAL", price: 10_000, said: 420)
    // Without the second period the gap of 200 days restarted the count, before which were only 200 days.
    #expect(
      lines(given.events) == [
        "1 charge of 1 10000 3000 at 0.30 firstYear",
        "2 charge of 3 10000 3000 at 0.30 firstYear",
        "3 charge of 2 10000 3000 at 0.30 firstYear",
        "4 charge of 3 -10000 -3000 at 0.30 firstYear",
        "5 charge of 3 10000 1500 at 0.15 afterAYear saved 1500",
      ])
  }
}
