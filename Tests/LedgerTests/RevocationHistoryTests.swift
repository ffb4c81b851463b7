import AppStoreSimulator
import Ledger
import Testing

struct RevocationHistoryTests {
  @Test func `a refund whose details come later stands once`() {
    var given = Given()
    let plain = Revocation(date: day(10), reason: 0)
    let full = Revocation(date: day(10), reason: 0, type: "REFUND_FULL", percentage: 100_000)
    given.bought("1", from: 0, to: 30, revocation: .present(plain), said: 10)
    given.bought("1", from: 0, to: 30, said: 12)
    given.bought("1", from: 0, to: 30, revocation: .present(full), said: 14)
    for events in [given.events, given.events.reversed()] {
      let history = given.fold(events).transactions["1"]?.revocationHistory
      #expect(history?.revocations.map(\.revocation) == [full])
      #expect(history?.revocations.map(\.assertedAt) == [day(10)])
      #expect(history?.reversal(of: plain) == day(12))
      #expect(history?.reversal(of: full) == day(12))
    }
  }

  @Test func `two refunds are two, each with its reversal`() {
    var given = Given()
    for number in [10.0, 20] {
      given.bought("1", from: 0, to: 30, revocation: refund(on: number), said: number)
      given.bought("1", from: 0, to: 30, said: number + 2)
    }
    let history = given.state.transactions["1"]?.revocationHistory
    #expect(history?.revocations.map(\.revocation.date) == [day(10), day(20)])
    #expect(history?.reversal(of: Revocation(date: day(10))) == day(12))
    #expect(history?.reversal(of: Revocation(date: day(20))) == day(22))
    #expect(history?.reversal(of: Revocation(date: day(15))) == nil)
  }

  @Test func `a receipt without a cancellation reverses a receipt's refund and no signed one`() {
    for (trust, reversal) in [(Trust.receipt, day(12)), (.signed, day(14))] {
      var given = Given()
      given.bought("1", from: 0, to: 30, revocation: refund(on: 10), said: 10, trust: trust)
      given.bought("1", from: 0, to: 30, revocation: .absent, said: 12, trust: .receipt)
      given.bought("1", from: 0, to: 30, revocation: .absent, said: 14, trust: .signed)
      for events in [given.events, given.events.reversed()] {
        let history = given.fold(events).transactions["1"]?.revocationHistory
        #expect(history?.reversal(of: Revocation(date: day(10))) == reversal)
      }
    }
  }

  @Test func `a copy repeated thousands of times takes no more room than days went by`() {
    var given = Given()
    for hour in 0..<3_000 { given.bought("1", from: 0, to: nil, said: Double(hour) / 100) }
    let absences = given.state.transactions["1"]?.revocationHistory.absences
    #expect((absences?.kept.count ?? 0) <= 2 * 40)
    #expect(absences?.kept.first == day(0))
    #expect(absences?.kept.last == day(29.99))
  }

  @Test(arguments: 1...30)
  func `moments are exact while few, and within a stretch when many`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = [10, Moments.countMax, 200, 1_000].randomElement(using: &random)!
    let said = (0..<count).map { _ in day(Double.random(in: 0..<50, using: &random)) }.sorted()
    let moments = joined(said.shuffled(using: &random))
    #expect(moments == joined(said), "seed \(seed)")
    #expect(moments == merged(said, using: &random), "seed \(seed)")
    for _ in 0..<50 {
      let moment = day(Double.random(in: -1..<51, using: &random))
      let (exact, kept) = (said.first { $0 > moment }, moments.first(after: moment))
      #expect((exact == nil) == (kept == nil), "seed \(seed)")
      guard let exact, let kept else { continue }
      let late = kept - exact
      #expect(count <= Moments.countMax ? late == .zero : late < .seconds(86_400), "seed \(seed)")
    }
  }

  private func joined(_ said: [Instant]) -> Moments {
    said.reduce(into: Moments()) { $0.merge(Moments($1)) }
  }

  private func merged(
    _ said: [Instant], using random: inout some RandomNumberGenerator
  ) -> Moments {
    let parts = Dictionary(grouping: said) { _ in Int.random(in: 0..<5, using: &random) }
    var moments = Moments()
    for part in parts.values.shuffled(using: &random) {
      let overlap = said.filter { _ in Int.random(in: 0..<9, using: &random) == 0 }
      moments.merge(joined(part + overlap))
    }
    return moments
  }
}

extension RevocationHistory {
  fileprivate func reversal(of revocation: Revocation) -> Instant? {
    revocations.first { $0.revocation.date == revocation.date }.flatMap(reversal(of:))
  }
}
