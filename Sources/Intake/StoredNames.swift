import EventStore
import Ledger

/// The names of known accounts that this process has given to the log, and so need not give again. A name that an
/// erasure destroys is of an account that is not known any more: whoever leaves a name out finds under the lock
/// whether the account is known, and gives the name if it is not.
final class StoredNames: Sendable {
  private static let countMax = 100_000

  private let references: Remembered<Set<AccountReference>>

  init(_ log: EventLog) {
    references = Remembered([], in: log.memory)
  }

  /// The generation to name with what is stored from now on.
  var generation: Int { references.generation }

  /// Returns the names that are not known to be stored.
  func missing(_ names: [AccountName]) -> [AccountName] {
    references.withLock { references in names.filter { !references.contains($0.reference) } }
  }

  /// - Parameter generation: the generation before the name was given to the log.
  func note(_ name: AccountName, since generation: Int) {
    references.remember(since: generation) { references in
      if references.count >= Self.countMax { references = [] }
      references.insert(name.reference)
    }
  }
}
