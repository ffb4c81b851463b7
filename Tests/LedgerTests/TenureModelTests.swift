import Foundation
import Ledger
import ReferenceModels
import Testing

extension ReferenceModelTests {
  @Suite(.serialized) struct TenureModelTests {
    private static let lives = 3_000
    private static let share = 20
    /// The seed of the lives; `DAICHO_SEED` chooses another one.
    private static let seed =
      ProcessInfo.processInfo.environment["DAICHO_SEED"].flatMap(UInt64.init) ?? 20_260_101

    @Test(arguments: Array(stride(from: 0, to: lives, by: share)))
    func `the rules and the reference model agree on three thousand lives`(first: Int) {
      let report = TenureDrill(seed: Self.seed).run(first..<first + Self.share)
      for disagreement in report.disagreements.prefix(5) { Issue.record("\(disagreement)") }
      #expect(report.disagreementCount == 0, "seed \(Self.seed)")
      #expect(report.lives == Self.share)
    }

    @Test func `ten thousand lives meet every event`() {
      let gone = (0..<10_000).reduce(into: Set<LifeEvent>()) { gone, number in
        if gone.count < LifeEvent.allCases.count {
          gone.formUnion(RandomLife(seed: Self.seed, number: number).ways)
        }
      }
      #expect(gone == Set(LifeEvent.allCases), "seed \(Self.seed)")
    }

    @Test(arguments: Mutation.ofTenure)
    func `a mutation of one rule is noticed`(mutation: Mutation) {
      let drill = TenureDrill(seed: Self.seed, mutation: mutation)
      let noticed = stride(from: 0, to: 1_000, by: 20).contains { first in
        drill.run(first..<first + 20).disagreementCount > 0
      }
      #expect(noticed, "seed \(Self.seed)")
    }

    @Test func `a life follows from its seed and number alone`() {
      let life = RandomLife(seed: Self.seed, number: 7)
      #expect(life.events == RandomLife(seed: Self.seed, number: 7).events)
      #expect(life.events != RandomLife(seed: Self.seed, number: 8).events)
      #expect(life.events != RandomLife(seed: Self.seed + 1, number: 7).events)
    }

    @Test func `events are recorded in order and not before they were said`() {
      for number in 0..<100 {
        let events = RandomLife(seed: Self.seed, number: number).events
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.recordedAt <= $1.recordedAt })
        #expect(events.allSatisfy { $0.event.assertedAt <= $0.recordedAt }, "life \(number)")
        #expect(Set(events.map(\.id)).count == events.count, "life \(number)")
      }
    }
  }
}
