import Ledger

/// Random lives, asked of the rules and of the twin.
package struct TenureTrial: RandomTrial {
  let seed: UInt64
  /// Nil for a twin that is told the truth.
  let misreading: Misreading?

  package init(seed: UInt64, misreading: Misreading? = nil) {
    self.seed = seed
    self.misreading = misreading
  }

  package func live(_ number: Int) -> TrialReport {
    var interview = Interview(RandomLife(seed: seed, number: number), misreading: misreading)
    interview.askTenure()
    interview.askCommission()
    return interview.report
  }
}
