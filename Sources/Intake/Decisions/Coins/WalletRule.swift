import EventStore
import Ledger

/// What is decided on an account's wallet, by folding the account's stream and those of its aliases.
protocol WalletRule: Decider where State == WalletBook {
  var account: AccountReference { get }
}

extension WalletRule {
  var stream: StreamID { .account(account) }

  var initial: WalletBook { WalletBook(of: account, in: bundleID, environment: environment) }

  func evolve(_ book: inout WalletBook, with event: LedgerEvent) { book.evolve(with: event) }

  func sources(of book: WalletBook) -> [StreamID] { book.unread.map(StreamID.account) }

  func take(_ events: [LedgerEvent], of source: StreamID, into book: inout WalletBook) {
    guard case .account(let alias) = source else { return }
    book.take(events, of: alias)
  }
}

/// What was decided on the account that a name stands for.
enum WalletVerdict<Value: Sendable>: Sendable {
  case decided(Value)
  /// The name is an alias of this account: it is to be asked.
  case elsewhere(AccountReference)
}
