import AppStoreSimulator

/// Who is killed, and when: the same for the same seed.
package struct CrashPlan: Sendable {
  package enum Victim: String, CaseIterable, Sendable {
    /// kill −9 of the ledger; its PostgreSQL ends with it.
    case ledger
    /// An immediate stop of PostgreSQL under a ledger that lives on.
    case postgres
    /// Both at one moment.
    case both
  }

  /// One life of the ledger.
  package struct Round: Sendable, Equatable {
    package let victim: Victim
    /// After so many new acknowledgements the end comes.
    package let answers: Int
    /// Whether the ledger is given time to be ready again by itself before it is ended.
    package let recovers: Bool
  }

  package let rounds: [Round]

  /// Of three rounds that follow one another each victim has one. The first ledger that loses only its
  /// PostgreSQL recovers; of the others, half do.
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
