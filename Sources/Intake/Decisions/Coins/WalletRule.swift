import EventStore
import Ledger

/// A fold of an account's wallet from the streams of the account and its aliases.
protocol WalletFolding: AggregateFold where State == WalletBook {
  var account: AccountReference { get }
  var bundleID: BundleID { get }
  var environment: StoreEnvironment { get }
}

extension WalletFolding {
  var stream: StreamID { .account(account) }

  var initial: WalletBook { WalletBook(of: account, in: bundleID, environment: environment) }

  func evolve(_ book: inout WalletBook, with event: LedgerEvent) { book.evolve(with: event) }

  func dependencies(of book: WalletBook) -> [StreamID] { book.unread.map(StreamID.account) }

  func apply(_ events: [LedgerEvent], of dependency: StreamID, to book: inout WalletBook) {
    guard case .account(let alias) = dependency else { return }
    book.apply(events, of: alias)
  }
}

struct WalletFold: WalletFolding {
  let account: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
}

/// A decision on an account's wallet.
protocol WalletRule: WalletFolding, Decider {}
