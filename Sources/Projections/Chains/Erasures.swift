import EventStore
package import Ledger

/// The moments at which accounts were last erased. The name of an erased person may be taken by another one, who has
/// nothing of what was recorded before.
struct Erasures {
  private let moments: [AccountReference: Instant]

  /// Reads the erasures of some accounts from the log.
  init(of accounts: some Collection<AccountReference>, in log: EventLog) async throws {
    guard !accounts.isEmpty else {
      moments = [:]
      return
    }
    let events = try await log.reading.events(
      of: accounts.sorted().map(StreamID.account), ofTypes: [.accountErased])
    moments = events.reduce(into: [:]) { moments, event in
      guard case .account(.accountErased(let erasure)) = event.event else { return }
      moments[erasure.account] = max(
        moments[erasure.account] ?? event.recordedAt, event.recordedAt)
    }
  }

  /// Returns true if an account was erased at a moment or after it.
  func hasErased(_ account: AccountReference, since moment: Instant) -> Bool {
    moments[account].map { $0 >= moment } ?? false
  }
}

/// The names of the accounts in events. An event of before an account's last erasure does not name it.
package struct EventNames: Sendable {
  private let names: [AccountReference: AccountID]
  private let erasures: Erasures

  init(_ names: [AccountReference: AccountID], in log: EventLog) async throws {
    self.names = names
    erasures = try await Erasures(of: names.keys, in: log)
  }

  /// Returns the names of the accounts in an event.
  package func names(in event: RecordedEvent) -> [AccountReference: AccountID] {
    let erased = event.event.accountErasedBefore
    return names.filter { name, _ in
      name != erased && !erasures.hasErased(name, since: event.recordedAt)
    }
  }
}

extension Erasures: Sendable {}

extension LedgerEvent {
  /// The erased account that the event still refers to, because its erasure is the reason; nil for any other event.
  fileprivate var accountErasedBefore: AccountReference? {
    guard case .chain(.grantAssigned(let assigned)) = self, assigned.cause == .ownerErased else {
      return nil
    }
    return assigned.from
  }
}
