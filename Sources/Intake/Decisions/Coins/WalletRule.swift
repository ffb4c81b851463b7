import EventStore
import Ledger

/// A decision on an account's wallet, made by folding the streams of the account and its aliases.
protocol WalletRule: Decider where State == WalletBook {
  var account: AccountReference { get }
}

extension WalletRule {
  var stream: StreamID { .account(account) }

  var initial: WalletBook { WalletBook(of: account, in: bundleID, environment: environment) }

  func evolve(_ book: inout WalletBook, with event: LedgerEvent) { book.evolve(with: event) }

  func dependencies(of book: WalletBook) -> [StreamID] { book.unread.map(StreamID.account) }

  func apply(_ events: [LedgerEvent], of dependency: StreamID, to book: inout WalletBook) {
    guard case .account(let alias) = dependency else { return }
    book.apply(events, of: alias)
  }
}

/// The verdict on the account behind a name.
enum WalletVerdict<Value: Sendable>: Sendable {
  case decided(Value)
  /// The name is an alias of this account, which the caller asks instead.
  case elsewhere(AccountReference)
}
