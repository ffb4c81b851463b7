package import Ledger

/// A customer's life made up from a seed, and the reports of it.
package struct RandomLife: Sendable {
  package let seed: UInt64
  package let number: Int
  package let settings: ModelSettings
  package let terms: [ModelTerm]
  /// The events in the order in which they were recorded.
  package let events: [RecordedEvent]
  /// The moments at which something begins or ends.
  package let boundaries: [Int64]
  package let ways: Set<LifeEvent>

  /// Creates the life of this number among those of a seed.
  package init(seed: UInt64, number: Int) {
    var script = LifeScript(seed: seed, number: number)
    script.write()
    self.seed = seed
    self.number = number
    settings = script.settings
    terms = script.terms
    boundaries = script.boundaries
    var telling = Narration(random: script.random, ways: script.ways)
    telling.tell(script)
    events = telling.recorded()
    ways = telling.ways
  }
}
