import AppStoreSimulator
import Ledger

/// A probe that puts the same questions about one life to the rules and the model.
struct Probe {
  let life: RandomLife
  let mutation: Mutation?
  let modelFacts: ModelFacts
  let modelEvents: [RecordedEvent]
  let modelSettings: ModelSettings
  var random: SplitMix64
  var report = DrillReport()

  init(_ life: RandomLife, mutation: Mutation?) {
    self.life = life
    self.mutation = mutation
    modelEvents = mutation?.events(life.events) ?? life.events
    modelSettings = mutation?.settings(life.settings) ?? life.settings
    modelFacts = ModelFacts(modelEvents, settings: modelSettings)
    random = SplitMix64(seed: life.seed &+ UInt64(life.number) &* 0x9E37_79B9)
    report.lives = 1
    for way in life.ways { report.ways[way.rawValue] = 1 }
  }

  /// Returns a beginning or an end, or a millisecond beside it, or any moment at all.
  mutating func moment() -> Instant {
    let last = life.boundaries.max() ?? 0
    let first = life.boundaries.min() ?? 0
    guard !random.chance(3) else {
      return Instant(milliseconds: random.number(first - 1_000_000...last + 10_000_000_000))
    }
    return Instant(milliseconds: random.pick(life.boundaries) + random.pick([-1, 0, 1]))
  }

  var settings: TenureSettings {
    TenureSettings(
      yearOfService: .milliseconds(life.settings.yearOfService),
      gapMax: .milliseconds(life.settings.gapMax))
  }

  /// Returns the state of each chain, from events in the order given.
  func chains(_ events: [RecordedEvent]) -> [ChainID: ChainState] {
    var states: [ChainID: ChainState] = [:]
    for event in events {
      guard case .chain(let chain) = event.event.stream else { continue }
      states[chain, default: ChainState(chain)].join(event)
    }
    return states
  }
}
