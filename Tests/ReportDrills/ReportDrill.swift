import AppStoreSimulator
import Ledger
import Projections
import ReferenceModels
import TestSupport

/// A drill that asks a ledger and a model for the same reports, in every format, of a crowd of random lives.
package struct ReportDrill: Sendable {
  let seed: UInt64
  /// The number of lives in one ledger.
  let lives: Int

  package init(seed: UInt64, lives: Int = 10) {
    self.seed = seed
    self.lives = lives
  }

  /// Plays one crowd and compares its reports.
  ///
  /// - Parameter number: the number of the crowd among those of the seed.
  package func run(_ number: Int) async throws -> ReportDrillResult {
    let crowd = CrowdOfLives(seed: seed, first: number * lives, count: lives)
    return try await TestLedger.with { [seed] ledger in
      var random = SplitMix64(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
      let reported = try await ReportedLedger(crowd, in: ledger, &random)
      var comparison = try await ReportComparison(reported)
      for app in CrowdOfLives.apps {
        for item in reported.cases(of: app, &random) { try await comparison.compare(item) }
        try await comparison.crossFoot(app)
      }
      return comparison.result
    }
  }
}
