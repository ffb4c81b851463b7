import Ledger

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
