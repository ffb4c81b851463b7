import AppStoreSimulator

/// The kills of a drill over time: the same for the same seed.
package struct CrashPlan: Sendable {
  package enum Victim: String, CaseIterable, Sendable {
    /// A kill −9 of the ledger; its PostgreSQL ends with it.
    case ledger
    /// An immediate stop of PostgreSQL under a ledger that lives on.
    case postgres
    /// A kill of both at one moment.
    case both
  }

  /// One run of the ledger.
  package struct Round: Sendable, Equatable {
    package let victim: Victim
    /// The number of new acknowledgements before the kill.
    package let answers: Int
    /// True if the ledger may become ready again by itself before its end.
    package let recovers: Bool
  }

  package let rounds: [Round]

  /// Creates a plan in which each victim has one of three consecutive rounds. The first ledger that
  /// loses only its PostgreSQL recovers; half of the others do.
  package init(times: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var rounds: [Round] = []
    while rounds.count < times {
      let isFirst = rounds.isEmpty
      for victim in Victim.allCases.shuffled(using: &random) {
        let answers = Int.random(in: 3...60, using: &random)
        let isLucky = Bool.random(using: &random)
        rounds.append(
          Round(
            victim: victim, answers: answers,
            recovers: victim == .postgres && (isFirst || isLucky)))
      }
    }
    self.rounds = Array(rounds.prefix(times))
  }
}
