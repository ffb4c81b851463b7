import EventStore
import Ledger

/// The names of known accounts that this process has given to the log, and so need not give again.
///
/// Whoever leaves a name out finds under the lock whether the account is known and was never erased. After an erasure
/// the name is given each time: what makes the account known again may come without its name.
final class StoredNames: Sendable {
  private struct Names {
    var stored: Set<AccountReference> = []
    var alwaysGiven: Set<AccountReference> = []
  }

  private static let countMax = 100_000

  private let names: Remembered<Names>

  init(_ log: EventLog) {
    names = Remembered(Names(), in: log.memory)
  }

  /// The generation to name with what is stored from now on.
  var generation: Int { names.generation }

  /// Returns the names that are not known to be stored.
  func missing(_ wanted: [AccountName]) -> [AccountName] {
    names.withLock { names in wanted.filter { !names.stored.contains($0.reference) } }
  }

  /// - Parameter generation: the generation before the name was given to the log.
  func note(_ name: AccountName, since generation: Int) {
    names.remember(since: generation) { names in
      guard !names.alwaysGiven.contains(name.reference) else { return }
      if names.stored.count >= Self.countMax { names.stored = [] }
      names.stored.insert(name.reference)
    }
  }

  /// Forgets that a name is stored, for good.
  func giveAlways(_ name: AccountName?) {
    guard let name else { return }
    names.withLock { names in
      if names.alwaysGiven.count >= Self.countMax { names.alwaysGiven = [] }
      names.alwaysGiven.insert(name.reference)
      names.stored.remove(name.reference)
    }
  }
}
