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

/// A standing merge by which a decision was passed on to the wallet of the target.
///
/// The target decides only while the very same merge stands. Otherwise the merge was undone
/// meanwhile, and the account itself must be asked again.
struct PassedMerge: Hashable, Sendable {
  let from: AccountReference
  let into: AccountReference
  let number: Int

  /// Creates the merge of a book's account; nil if none stands.
  init?(of book: WalletBook) {
    guard let target = book.mergedInto else { return nil }
    from = book.wallet.account
    into = target
    number = book.nextMerge - 1
  }

  /// Returns true if the merge stands in the target's book.
  func stands(in book: WalletBook) -> Bool { book.merge(of: from) == number }
}
