import AppStoreSimulator

/// The kills of a fleet's members over time: the same for the same seed.
package struct FleetKillPlan: Sendable, Hashable {
  package enum Victim: Hashable, Sendable, CustomStringConvertible {
    /// A kill −9 of one ledger.
    case ledger(Int)
    /// An immediate stop of the PostgreSQL that all ledgers share.
    case postgres

    package var description: String {
      switch self {
      case .ledger(let number): "ledger \(number + 1)"
      case .postgres: "PostgreSQL"
      }
    }
  }

  package struct Blow: Sendable, Hashable {
    package let victim: Victim
    /// The number of answers before the blow.
    package let answers: Int
  }

  /// The blows in the order of time. In each run of as many blows as there are victims, each victim
  /// has one.
  package let blows: [Blow]

  package init(kills: Int, ledgers: Int, attempts: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let all = (0..<ledgers).map(Victim.ledger) + [.postgres]
    var victims: [Victim] = []
    while victims.count < kills { victims += all.shuffled(using: &random) }
    let share = attempts / (kills + 1)
    blows = victims.prefix(kills).enumerated().map { number, victim in
      let early = Int.random(in: 0...share / 2, using: &random)
      return Blow(victim: victim, answers: (number + 1) * share - early)
    }
  }
}
