import AppStoreSimulator
import Ledger
import TestSupport
import Testing

struct CommissionBookTests {
  private func book(_ events: [RecordedEvent]) -> CommissionBook {
    var book = CommissionBook()
    for event in events { book.record(event) }
    return book
  }

  private func late(_ event: RecordedEvent, at number: Double) -> RecordedEvent {
    RecordedEvent(id: event.id, recordedAt: day(number), event: event.event, evidence: nil)
  }

  private func entered(_ program: String, from: Double, at number: Double) -> RecordedEvent {
    RecordedEvent(
      id: EventID(lane: 0, position: Int64(number)), recordedAt: day(number),
      event: .shared(
        .programEntered(
          ProgramEntered(program: program, from: day(from), enteredAt: day(number)))),
      evidence: nil)
  }

  @Test func `each charge has one line, and copies add none`() {
    var given = Given()
    given.monthly(months(13, from: "2026-01-01"))
    let book = book(given.events + given.events)
    #expect(book.lines.count == 13)
    #expect(book.lines.map(\.rate?.thousandths).suffix(2) == [300, 150])
    #expect(book.lines.allSatisfy { $0.correction == nil })
  }

  @Test func `a period learned late corrects what was charged after it, dated when learned`() throws
  {
    var given = Given()
    given.monthly(months(13, from: "2026-01-01"))
    let missed = given.events.remove(at: 4)
    let book = book(given.events + [late(missed, at: 400)])
    let correction = try #require(book.lines.last)
    #expect(correction.transactionID == "13")
    #expect(correction.rate?.reason == .afterAYear)
    #expect(correction.correction?.corrects == 12)
    #expect(correction.correction?.rateBefore == book.lines[11].rate)
    #expect(book.lines[11].rate?.reason == .firstYear)
    #expect(correction.learntAt == day(400))
    #expect(book.answer(knownAt: day(399)).first { $0.transactionID == "13" }?.number == 12)
    #expect(
      book.answer(knownAt: day(400)).first { $0.transactionID == "13" }?.number
        == correction.number)
  }

  @Test(arguments: [(380.0, 0), (360, 1)])
  func `a refund re-rates a later charge only if dated before it`(date: Double, corrections: Int) {
    var given = Given()
    let dates = months(13, from: "2026-01-01")
    given.monthly(dates)
    given.bought(
      "2", from: on(dates[1]), to: on(dates[2]), revocation: refund(on: date), reason: "RENEWAL",
      said: 390)
    #expect(book(given.events).lines.count { $0.correction != nil } == corrections)
  }

  @Test func `a program entered late corrects the charges it covers`() {
    var given = Given()
    given.monthly(months(3, from: "2026-01-01"))
    let book = book(given.events + [entered(Program.smallBusiness, from: 40, at: 100)])
    #expect(book.lines.map(\.transactionID) == ["1", "2", "3", "3"])
    #expect(book.lines.last?.rate?.reason == .program(Program.smallBusiness))
    #expect(book.lines.last?.because == EventID(lane: 0, position: 100))
  }

  @Test func `what turns out to be free is corrected to no rate`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, trust: .receipt)
    given.bought("1", from: 0, to: 30, price: 0, said: 2)
    let lines = book(given.events).lines
    #expect(lines.map(\.rate?.thousandths) == [300, nil])
    #expect(lines.last?.correction?.corrects == 1)
  }

  @Test func `a charge has no price until Apple has signed it`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, trust: .sharedSecret)
    #expect(book(given.events).lines.isEmpty)
    given.bought("1", from: 0, to: 30, said: 1, trust: .receipt)
    let told = book(given.events).lines
    #expect(
      told.map(\.charge?.price) == [nil]
        && told.map { $0.commission(ChargeTaxes(learned: .none)) } == [nil])
    given.bought("1", from: 0, to: 30, price: 9_990, said: 2)
    let signed = book(given.events).lines
    #expect(signed.map(\.charge?.price) == [nil, 9_990])
    #expect(
      signed.last?.commission(ChargeTaxes(learned: .none)) == 2_997
        && signed.last?.correction?.corrects == 1)
  }

  @Test func `chains are counted together once Apple names their customer`() {
    var first = Given()
    first.bought("1", from: 0, to: 365, customer: "app-1")
    var second = Given()
    second.chain = ChainID(.production, "2000")
    second.bought("2", from: 365, to: 395, trust: .receipt)
    let known = book(first.events + second.events)
    #expect(known.lines.map(\.rate?.thousandths) == [300, 300])
    second.bought("2", from: 365, to: 395, customer: "app-1", said: 366)
    let corrected = book(first.events + second.events)
    #expect(corrected.lines.map(\.rate?.thousandths) == [300, 300, 150])
  }

  @Test(arguments: 1...100)
  func `no earlier answer ever changes`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let given = Given(history: &random)
    var book = CommissionBook(settings: TenureSettings(yearOfService: .seconds(40 * 86_400)))
    var answers: [(moment: Instant, lines: [CommissionLine])] = []
    for (index, event) in given.events.shuffled(using: &random).enumerated() {
      book.record(late(event, at: Double(index)))
      if index % 4 == 3 {
        book.record(entered("x\(index)", from: 20, at: Double(index)))
      }
      let moment = day(Double(index) + 0.5)
      answers.append((moment, book.answer(knownAt: moment)))
      for (moment, lines) in answers { #expect(book.answer(knownAt: moment) == lines, "\(seed)") }
    }
  }

  @Test func `a line is never dated before one that stands`() {
    var given = Given()
    given.monthly(months(2, from: "2026-01-01"))
    let book = book([late(given.events[0], at: 50), late(given.events[1], at: 40)])
    #expect(book.lines.map(\.learntAt) == [day(50), day(50)])
  }

  @Test(arguments: 1...50)
  func `a book resumed anywhere goes on as the whole one does`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let given = Given(history: &random)
    let settings = TenureSettings(yearOfService: .seconds(40 * 86_400))
    let events = given.events.shuffled(using: &random)
    var whole = CommissionBook(settings: settings)
    let middle = Int.random(in: 0...events.count, using: &random)
    for event in events[..<middle] { whole.record(event) }
    var resumed = CommissionBook(
      resuming: whole.answer(knownAt: Instant(milliseconds: .max)),
      chains: [given.fold(Array(events[..<middle]))], shared: SharedState(settings: settings))
    let (old, kept) = (whole.lines.count, resumed.lines.count)
    for event in events[middle...] {
      whole.record(event)
      resumed.record(event)
    }
    let new = whole.lines.dropFirst(old)
    #expect(resumed.lines.dropFirst(kept).map(\.rate) == new.map(\.rate), "seed \(seed)")
    #expect(resumed.lines.dropFirst(kept).map(\.because) == new.map(\.because), "seed \(seed)")
  }

  @Test(arguments: 1...100)
  func `the last answer does not depend on the order`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let given = Given(history: &random)
    let rates = rates(book(given.events))
    for _ in 0..<3 {
      #expect(self.rates(book(given.events.shuffled(using: &random))) == rates, "seed \(seed)")
    }
  }

  private func rates(_ book: CommissionBook) -> [TransactionID: CommissionRate] {
    let known = book.answer(knownAt: Instant(milliseconds: .max))
    return Dictionary(
      known.compactMap { line in line.rate.map { (line.transactionID, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}
