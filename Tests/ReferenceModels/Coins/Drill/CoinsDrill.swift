import Ledger

/// A drill that compares random purchases and wallets between the rules and the reference model.
package struct CoinsDrill: RandomDrill {
  let seed: UInt64
  /// The mutation of the model, or nil for a model that reads the rules right.
  let mutation: CoinsMutation?

  package init(seed: UInt64, mutation: CoinsMutation? = nil) {
    self.seed = seed
    self.mutation = mutation
  }

  /// Plays the life of this number. Every second life is played again in another order.
  package func live(_ number: Int) -> DrillReport {
    var probe = CoinsProbe(CoinLife(seed: seed, number: number), mutation: mutation)
    probe.play()
    if number.isMultiple(of: 2) { probe.playAgain() }
    return probe.report
  }
}
