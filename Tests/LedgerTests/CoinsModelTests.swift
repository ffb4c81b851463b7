import Foundation
import Ledger
import ReferenceModels
import Testing

extension ReferenceModelTests {
  @Suite(.serialized) struct CoinsModelTests {
    private static let lives = 3_000
    private static let share = 50
    /// The seed of the lives; `DAICHO_SEED` chooses another one.
    private static let seed =
      ProcessInfo.processInfo.environment["DAICHO_SEED"].flatMap(UInt64.init) ?? 20_260_101

    @Test(arguments: Array(stride(from: 0, to: lives, by: share)))
    func `the rules of coins and the reference model agree on three thousand lives`(
      first: Int
    ) {
      let report = CoinsDrill(seed: Self.seed).run(first..<first + Self.share)
      for disagreement in report.disagreements.prefix(5) { Issue.record("\(disagreement)") }
      #expect(report.disagreementCount == 0, "seed \(Self.seed)")
      #expect(report.lives == Self.share)
    }

    @Test func `ten thousand lives meet every event of coins`() {
      let drill = CoinsDrill(seed: Self.seed)
      let ways = Set(CoinLifeEvent.allCases.map(\.rawValue))
      let gone = (0..<10_000).reduce(into: Set<String>()) { gone, number in
        if gone != ways { gone.formUnion(drill.live(number).ways.keys) }
      }
      #expect(gone == ways, "seed \(Self.seed)")
    }

    @Test(arguments: CoinsMutation.allCases)
    func `a mutation of one rule of coins is noticed`(mutation: CoinsMutation) {
      let drill = CoinsDrill(seed: Self.seed, mutation: mutation)
      let noticed = stride(from: 0, to: 1_000, by: 20).contains { first in
        drill.run(first..<first + 20).disagreementCount > 0
      }
      #expect(noticed, "seed \(Self.seed)")
    }

    @Test func `what a game's customers do follows from seed and number alone`() {
      let life = CoinLife(seed: Self.seed, number: 7)
      #expect(life.news == CoinLife(seed: Self.seed, number: 7).news)
      #expect(life.news != CoinLife(seed: Self.seed, number: 8).news)
      #expect(life.news != CoinLife(seed: Self.seed + 1, number: 7).news)
    }
  }
}
