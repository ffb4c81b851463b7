import Ledger

/// Random purchases and wallets, asked of the rules and of the twin.
package struct CoinsTrial: RandomTrial {
  let seed: UInt64
  /// Nil for a twin that is told the truth.
  let misreading: CoinsMisreading?

  package init(seed: UInt64, misreading: CoinsMisreading? = nil) {
    self.seed = seed
    self.misreading = misreading
  }

  /// Every second life is told once more.
  package func live(_ number: Int) -> TrialReport {
    var interview = CoinsInterview(CoinLife(seed: seed, number: number), misreading: misreading)
    interview.play()
    if number.isMultiple(of: 2) { interview.playAgain() }
    return interview.report
  }
}
