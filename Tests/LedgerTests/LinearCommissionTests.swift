import AppStoreSimulator
import Foundation
import Ledger
import Testing

/// The commission book rates only the charges that an event changes. A book that is resumed before
/// each event knows no charge of before, and rates them all.
struct LinearCommissionTests {
  private static let settings = TenureSettings(yearOfService: .seconds(100 * 86_400))

  private func program(from: Double, at number: Int) -> RecordedEvent {
    RecordedEvent(
      id: EventID(lane: 0, position: Int64(number)), recordedAt: day(Double(number)),
      event: .shared(
        .programEntered(
          ProgramEntered(
            program: "x\(number)", from: day(from), enteredAt: day(Double(number))))),
      evidence: nil)
  }

  /// Returns true if both computations have the same lines after every event.
  private func agree(_ events: [RecordedEvent], _ seed: UInt64) -> Bool {
    var book = CommissionBook(settings: Self.settings)
    var shared = SharedState(settings: Self.settings)
    var chains: [ChainID: ChainState] = [:]
    for (index, event) in events.enumerated() {
      let event = RecordedEvent(
        id: event.id, recordedAt: day(Double(index)), event: event.event, evidence: nil)
      var whole = CommissionBook(
        resuming: book.lines, chains: Array(chains.values), shared: shared)
      book.record(event)
      whole.record(event)
      guard book.lines == whole.lines else { return false }
      if case .chain(let content) = event.event, let chain = content.chainOfFact {
        chains[chain, default: ChainState(chain)].join(event)
      }
      shared.apply(event.event)
    }
    return true
  }

  @Test(arguments: 1...300)
  func `every event of a random history leaves the lines of the whole computation`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let given = Given(history: &random)
    var events = given.events + given.events.filter { _ in Bool.random(using: &random) }
    for index in 1...3 { events.append(program(from: 20 * Double(index), at: index)) }
    #expect(agree(events.shuffled(using: &random), seed), "seed \(seed)")
  }

  @Test(arguments: 1...300)
  func `every event of a long life leaves the lines of the whole computation`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var events = Given(life: &random).events
    events.insert(
      program(from: 90, at: 1), at: Int.random(in: 0...events.count, using: &random))
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let index = Int.random(in: 0..<events.count - 1, using: &random)
      events.swapAt(
        index, min(events.count - 1, index + Int.random(in: 1...9, using: &random)))
    }
    #expect(agree(events, seed), "seed \(seed)")
  }

  @Test func `the charges of a life of five thousand weeks are rated once each`() {
    var given = Given()
    for week in 0..<5_000 {
      let (start, id) = (Double(week * 7), TransactionID("\(10_000 + week)"))
      let reason = week == 0 ? "PURCHASE" : "RENEWAL"
      for copy in [0, 1.0] {
        given.bought(id, from: start, to: start + 7, reason: reason, said: start + copy)
      }
      given.renews(said: start, renewalDate: start + 7)
    }
    var book = CommissionBook()
    let start = Self.threadSeconds()
    for event in given.events { book.record(event) }
    #expect(book.lines.count == 5_000)
    #expect(book.lines.last?.rate?.reason == .afterAYear)
    // Rating every charge at every event takes minutes.
    #expect(Self.threadSeconds() - start < 20)
  }

  /// The processor time of this thread, which other tests do not lengthen.
  private static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension Given {
  /// Creates two years of mostly signed monthly renewals, told several times each, with graces,
  /// refunds, upgrades, copies of a period, lapses and a receipt here and there.
  fileprivate init(life random: inout some RandomNumberGenerator) {
    self.init()
    func isRare() -> Bool { Int.random(in: 0..<25, using: &random) == 0 }
    var start = 0.0
    var isBought = true
    for number in 1...24 {
      let id = TransactionID("\(100 + number)")
      let end = start + 30
      let isRefunded = isRare()
      let trust: Trust = isRare() ? .receipt : .signed
      for copy in 0..<Int.random(in: 1...3, using: &random) {
        bought(
          id, from: start, to: end, upgraded: isRare(),
          revocation: isRefunded && copy > 0 ? refund(on: start + 9) : .absent,
          reason: isBought ? "PURCHASE" : "RENEWAL", price: isRare() ? 0 : 9_990,
          said: start + Double(copy), trust: trust, item: isRare() ? "2" : "\(number)")
        renews(
          said: start + Double(copy), renewalDate: isRare() ? nil : end,
          grace: isRare() ? end + 16 : nil)
      }
      let pause = isRare() ? [-10.0, 5, 70].randomElement(using: &random)! : 0
      isBought = pause != 0
      start = end + pause
    }
  }
}
