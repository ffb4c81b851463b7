import AppStoreSimulator
import Ledger
import Projections
import ReferenceModels
import TestSupport

/// A drill that asks a ledger and a model for the same reports, in every format, of a crowd of lives.
package struct ReportDrill: Sendable {
  package enum Crowd: String, Sendable, CaseIterable {
    /// Customers of subscriptions, with all that Apple tells of them.
    case customers
    /// Players with accounts, who buy and spend coins.
    case players
    /// One customer for each event that is rare in random lives.
    case rarities
  }

  let seed: UInt64
  let crowd: Crowd
  /// The number of random lives in one ledger.
  let lives: Int

  package init(seed: UInt64, of crowd: Crowd = .customers, lives: Int = 10) {
    self.seed = seed
    self.crowd = crowd
    self.lives = lives
  }

  /// Plays one crowd and compares its reports.
  ///
  /// - Parameter number: the number of the crowd among those of the seed.
  package func run(_ number: Int) async throws -> ReportDrillResult {
    try await withReported(number) { reported, cases in
      var comparison = try await ReportComparison(reported)
      for item in cases { try await comparison.compare(item) }
      for app in CrowdOfLives.apps { try await comparison.crossFoot(app) }
      return comparison.result
    }
  }

  /// Plays one crowd, and returns for each error in a model the first question that finds it. Questions to which the
  /// models have another answer without any error are left out.
  package func findings(
    of mutations: [ReportMutation], _ number: Int
  ) async throws -> [ReportMutation: String] {
    try await withReported(number) { reported, cases in
      var search = try await MutationSearch(mutations, in: reported)
      for item in cases { try await search.ask(item) }
      return search.findings
    }
  }

  private func withReported<Result: Sendable>(
    _ number: Int,
    _ body: @Sendable (ReportedLedger, [ReportCase]) async throws -> Result
  ) async throws -> Result {
    let played =
      switch crowd {
      case .customers: CrowdOfLives(seed: seed, first: number * lives, count: lives)
      case .players: CrowdOfLives(playersOf: seed, first: number * lives, count: lives)
      case .rarities: CrowdOfLives(raritiesOf: seed, number: number)
      }
    return try await TestLedger.with { [seed] ledger in
      var random = SplitMix64(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
      let reported = try await ReportedLedger(played, in: ledger, &random)
      var cases: [ReportCase] = []
      for app in CrowdOfLives.apps { cases += reported.cases(of: app, &random) }
      return try await body(reported, cases)
    }
  }
}
