import Foundation
import Ledger
import Testing
import Twins

extension TwinTests {
  @Suite struct CoinsTwinTests {
    private static let lives = 10_000
    private static let share = 250
    /// `DAICHO_SEED` chooses other lives.
    private static let seed =
      ProcessInfo.processInfo.environment["DAICHO_SEED"].flatMap(UInt64.init) ?? 20_260_101

    @Test(arguments: Array(stride(from: 0, to: lives, by: share)))
    func `the rules of coins and a naive reading of their text agree on ten thousand lives`(
      first: Int
    ) {
      let report = CoinsTrial(seed: Self.seed).run(first..<first + Self.share)
      for disagreement in report.disagreements.prefix(5) { Issue.record("\(disagreement)") }
      #expect(report.disagreementCount == 0, "seed \(Self.seed)")
      #expect(report.lives == Self.share)
    }

    @Test func `among ten thousand lives every way of coins is gone`() {
      let trial = CoinsTrial(seed: Self.seed)
      let ways = Set(CoinWay.allCases.map(\.rawValue))
      let gone = (0..<Self.lives).reduce(into: Set<String>()) { gone, number in
        if gone != ways { gone.formUnion(trial.live(number).ways.keys) }
      }
      #expect(gone == ways, "seed \(Self.seed)")
    }

    @Test(arguments: CoinsMisreading.allCases)
    func `a reading of coins with one rule wrong is noticed`(misreading: CoinsMisreading) {
      let trial = CoinsTrial(seed: Self.seed, misreading: misreading)
      let noticed = stride(from: 0, to: 1_000, by: 20).contains { first in
        trial.run(first..<first + 20).disagreementCount > 0
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
