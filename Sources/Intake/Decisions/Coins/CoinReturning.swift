import EventStore
import Ledger

/// A decision that gives coins back to the account from which a refund took them, although another account
/// has the grant: made on both wallets, one movement in each stream.
struct CoinReturning: PairDecider {
  let status: GrantStatus
  /// The account that has the grant, and the merge by which it got it; nil for the account itself.
  let holder: AccountReference
  let passed: PassedMerge?
  /// The account from which the coins were taken.
  let account: AccountReference
  /// The merge of that account into another one, which gets the coins; nil if it stands alone.
  private(set) var merge: PassedMerge?

  init(
    _ status: GrantStatus, holder: AccountReference, passedBy merge: PassedMerge?,
    to account: AccountReference
  ) {
    self.status = status
    self.holder = holder
    passed = merge
    self.account = account
  }

  enum Verdict: Sendable {
    case returned
    /// The account was merged into another one, which gets the coins.
    case merged(PassedMerge)
    /// Nothing is owed to the account now, or a merge was made or undone meanwhile.
    case changed
    case rejected
  }

  var bundleID: BundleID { status.grant.chain.bundleID }
  var environment: StoreEnvironment { status.grant.chain.environment }

  var folds: (first: WalletFold, second: WalletFold) {
    (fold(of: holder), fold(of: merge?.into ?? account))
  }

  func decide(
    on first: WalletBook, _ second: WalletBook, at moment: Instant
  ) -> (verdict: Verdict, events: [LedgerEvent]) {
    guard first.leader == nil, passed?.stands(in: first) ?? true,
      merge?.stands(in: second) ?? true,
      let owed = first.wallet.owed(before: status), owed.account == account
    else { return (.changed, []) }
    let noted = LedgerEvent.account(.coinsMoved(owed.noted(at: moment)))
    // What an erased person lacked is nobody's.
    guard merge != nil || second.wallet.lacks(status.grant.id) else { return (.returned, [noted]) }
    if let merge = PassedMerge(of: second) { return (.merged(merge), []) }
    guard second.wallet.canBook(owed) else { return (.rejected, []) }
    let received = owed.received(by: second.wallet.account, at: moment)
    return (.returned, [noted, .account(.coinsMoved(received))])
  }

  /// Returns the same decision for the account into which the first one was merged.
  func passed(by merge: PassedMerge) -> CoinReturning {
    var rule = self
    rule.merge = merge
    return rule
  }

  private func fold(of account: AccountReference) -> WalletFold {
    WalletFold(account: account, bundleID: bundleID, environment: environment)
  }
}
