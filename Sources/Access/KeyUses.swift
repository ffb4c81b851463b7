import Ledger
import Synchronization

/// The last uses of keys in this process that are not written yet. A request only notes its key here.
final class KeyUses: Sendable {
  private let uses = Mutex<[String: Instant]>([:])

  func note(_ id: String, at moment: Instant) {
    uses.withLock { $0[id] = moment }
  }

  /// Takes the uses that nobody has taken.
  func take() -> [String: Instant] {
    uses.withLock { uses in
      defer { uses = [:] }
      return uses
    }
  }

  /// Gives uses back that could not be written. Later ones stay.
  func giveBack(_ taken: [String: Instant]) {
    uses.withLock { $0.merge(taken) { later, _ in later } }
  }
}
