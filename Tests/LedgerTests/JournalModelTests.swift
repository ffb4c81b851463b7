import Foundation
import ReferenceModels
import Testing

extension ReferenceModelTests {
  @Suite(.serialized) struct JournalModelTests {
    private static let lives = 3_000
    private static let share = 20
    /// The seed of the lives; `DAICHO_SEED` chooses another one.
    private static let seed =
      ProcessInfo.processInfo.environment["DAICHO_SEED"].flatMap(UInt64.init) ?? 20_260_101

    @Test(arguments: Array(stride(from: 0, to: lives, by: share)))
    func `the journal and the reference model agree on three thousand lives`(first: Int) {
      let report = JournalDrill(seed: Self.seed).run(first..<first + Self.share)
      for disagreement in report.disagreements.prefix(5) { Issue.record("\(disagreement)") }
      #expect(report.disagreementCount == 0, "seed \(Self.seed)")
      #expect(report.lives == Self.share)
    }

    @Test(arguments: Mutation.ofBooks)
    func `a mutation of one rule changes the books`(mutation: Mutation) {
      let drill = JournalDrill(seed: Self.seed, mutation: mutation)
      let noticed = stride(from: 0, to: 1_000, by: 20).contains { first in
        drill.run(first..<first + 20).disagreementCount > 0
      }
      #expect(noticed, "seed \(Self.seed)")
    }
  }
}
