package import Ledger

/// A customer's life made up from a seed, and what was heard of it.
package struct RandomLife: Sendable {
  package let seed: UInt64
  package let number: Int
  package let settings: TwinSettings
  package let terms: [TwinTerm]
  /// In the order in which they were recorded.
  package let events: [RecordedEvent]
  /// Where something begins or ends.
  package let boundaries: [Int64]
  package let ways: Set<Way>

  /// The life of this number among those of a seed.
  package init(seed: UInt64, number: Int) {
    var script = LifeScript(seed: seed, number: number)
    script.write()
    self.seed = seed
    self.number = number
    settings = script.settings
    terms = script.terms
    boundaries = script.boundaries
    var telling = Telling(random: script.random, ways: script.ways)
    telling.tell(script)
    events = telling.recorded()
    ways = telling.ways
  }
}
