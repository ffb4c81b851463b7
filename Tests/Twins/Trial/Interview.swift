import AppStoreSimulator
import Ledger

/// The questions to one life.
struct Interview {
  let life: RandomLife
  let twinFacts: TwinFacts
  let twinEvents: [RecordedEvent]
  let twinSettings: TwinSettings
  var random: SplitMix64
  var report = TrialReport()

  init(_ life: RandomLife, misreading: Misreading?) {
    self.life = life
    twinEvents = misreading.map { life.events.map($0.event) } ?? life.events
    twinFacts = TwinFacts(twinEvents)
    twinSettings = misreading?.settings(life.settings) ?? life.settings
    random = SplitMix64(seed: life.seed &+ UInt64(life.number) &* 0x9E37_79B9)
    report.lives = 1
    for way in life.ways { report.ways[way.rawValue] = 1 }
  }

  /// A beginning or an end, or a millisecond beside it; or any moment at all.
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

  /// Everything heard of each chain, in the order given.
  func chains(_ events: [RecordedEvent]) -> [ChainID: ChainState] {
    var states: [ChainID: ChainState] = [:]
    for event in events {
      guard case .chain(let chain) = event.event.stream else { continue }
      states[chain, default: ChainState(chain)].join(event)
    }
    return states
  }
}
