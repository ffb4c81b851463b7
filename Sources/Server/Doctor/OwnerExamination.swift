import EventStore
import Intake
import Ledger
import Postgres
import Synchronization

/// The doctor's examination of owners: waiting purchases, and coins of others' purchases.
struct OwnerExamination: Sendable {
  private static let remedy =
    "`daicho accounts review` lists them; `accounts alias`, `accounts link --with-coins` or "
    + "`accounts undo` mends them"

  struct Counts: Sendable {
    var waiting = 0
    var coinsElsewhere = 0

    mutating func count(_ matter: OwnershipReview.Matter) {
      switch matter {
      case .waiting: waiting += 1
      case .coinsElsewhere: coinsElsewhere += 1
      }
    }
  }

  /// The counts of a review that may be cut short.
  private final class Progress: Sendable {
    let counts = Mutex(Counts())
  }

  /// The time before the deadline at which the review ends with what it has found.
  private static let reserve: Duration = .milliseconds(300)

  private let pool: Pool
  private let log: EventLog
  private let round: DoctorRound

  init(_ pool: Pool, _ log: EventLog, _ round: DoctorRound) {
    self.pool = pool
    self.log = log
    self.round = round
  }

  /// The check. It reads chains until its time is over; `accounts review` reads all.
  var check: DoctorCheck {
    let progress = Progress()
    let end = round.deadline - Self.reserve
    let late: @Sendable () -> [Finding] = {
      [Self.finding(progress.counts.withLock(\.self), isWhole: false)]
    }
    let work: @Sendable () async -> [Finding] = {
      [
        await Finding.check("owners", remedy: Finding.readTheEvent) {
          let extent = try await OwnershipReview(pool: pool, log: log).review(until: end) { item in
            progress.counts.withLock { $0.count(item.matter) }
          }
          let finding = Self.finding(progress.counts.withLock(\.self), isWhole: extent.isWhole)
          guard let first = extent.unreadable.first else { return finding }
          return .fail(
            "owners",
            "\(extent.unreadable.count) events cannot be read, the first: \(first); "
              + "beside them \(finding.found)", remedy: Finding.readTheEvent)
        }
      ]
    }
    return DoctorCheck(.owners, late: late, work)
  }

  static func finding(_ counts: Counts, isWhole: Bool) -> Finding {
    let parts = [
      (counts.waiting, "wait under tokens that are not registered"),
      (counts.coinsElsewhere, "have coins with an account that does not own them"),
    ].filter { $0.0 > 0 }.map { "\($0.0) purchases \($0.1)" }
    let extent = isWhole ? "" : " among the chains that there was time to read"
    guard !parts.isEmpty else { return .ok("owners", "no purchase needs a look\(extent)") }
    return .warn("owners", parts.joined(separator: ", ") + extent, remedy: remedy)
  }
}
