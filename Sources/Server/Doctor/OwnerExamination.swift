import EventStore
import Intake
import Ledger
import Postgres
import Synchronization

/// The doctor's examination of owners: waiting purchases, coins of others' purchases, and owners
/// recorded under earlier rules.
enum OwnerExamination {
  /// The largest number of events that the doctor reads; the command `accounts review` reads all.
  private static let eventsMax = 200_000
  private static let remedy =
    "`daicho accounts review` lists them; `accounts alias`, `accounts link --with-coins` or "
    + "`accounts undo` mends them"

  struct Counts: Sendable {
    var waiting = 0
    var coinsElsewhere = 0
    var earlierRules = 0
    var grantedTwice = 0

    mutating func count(_ matter: OwnershipReview.Matter) {
      switch matter {
      case .waiting: waiting += 1
      case .coinsElsewhere: coinsElsewhere += 1
      case .earlierRules: earlierRules += 1
      case .grantedTwice: grantedTwice += 1
      }
    }
  }

  static func finding(_ pool: Pool, _ log: EventLog) async throws -> Finding {
    let counts = Mutex(Counts())
    let isWhole = try await OwnershipReview(pool: pool, log: log).review(upTo: eventsMax) { item in
      counts.withLock { $0.count(item.matter) }
    }
    return finding(counts.withLock(\.self), isWhole: isWhole)
  }

  static func finding(_ counts: Counts, isWhole: Bool) -> Finding {
    let parts = [
      (counts.waiting, "wait under tokens that are not registered"),
      (counts.coinsElsewhere, "have coins with an account that does not own them"),
      (counts.earlierRules, "have another owner than the present rules would choose"),
      (counts.grantedTwice, "were granted twice, under two transaction ids, by earlier rules"),
    ].filter { $0.0 > 0 }.map { "\($0.0) purchases \($0.1)" }
    let extent = isWhole ? "" : " among the first \(eventsMax) events"
    guard !parts.isEmpty else { return .ok("owners", "no purchase needs a look\(extent)") }
    return .warn("owners", parts.joined(separator: ", ") + extent, remedy: remedy)
  }
}
