import Ledger

/// A drill that compares random lives between the rules and the reference model.
package struct TenureDrill: RandomDrill {
  let seed: UInt64
  /// The mutation of the model, or nil for a model that reads the rules right.
  let mutation: Mutation?

  package init(seed: UInt64, mutation: Mutation? = nil) {
    self.seed = seed
    self.mutation = mutation
  }

  package func live(_ number: Int) -> DrillReport {
    var probe = Probe(RandomLife(seed: seed, number: number), mutation: mutation)
    probe.askTenure()
    probe.askCommission()
    return probe.report
  }
}
