import EventStore
import Ledger

/// A merge of two accounts, or its undo, decided under the locks of both accounts' lanes.
struct MergeRule: PairDecider {
  enum Command: Sendable {
    case merge(key: IdempotencyKey, guestsMax: Int, author: String?, reason: String?)
    /// - late: the grants of `from` among the examined ones.
    /// - examined: the grants whose accounts were looked up.
    case undo(author: String, reason: String, late: Set<GrantID>, examined: Set<GrantID>)
  }

  let from: AccountReference
  let into: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
  let command: Command

  var folds: (first: WalletFold, second: WalletFold) { (fold(of: from), fold(of: into)) }

  func decide(
    on first: WalletBook, _ second: WalletBook, at moment: Instant
  ) -> (verdict: MergeDecision, events: [LedgerEvent]) {
    let decision = verdict(on: first, second, at: moment)
    guard case .accepted(let copy, let merge) = decision else { return (decision, []) }
    return (decision, [.account(.accountsMerged(copy)), .account(.accountsMerged(merge))])
  }

  func verdict(
    on first: WalletBook, _ second: WalletBook, at moment: Instant
  ) -> MergeDecision {
    let merge = AccountMerge(of: first, into: second)
    return switch command {
    case .merge(let key, let guestsMax, let author, let reason):
      merge.decide(
        mergingUnder: key, guestsMax: guestsMax, author: author, reason: reason, at: moment)
    case .undo(let author, let reason, let late, let examined):
      merge.decide(
        undoingBy: author, reason: reason, late: late, examined: examined, at: moment)
    }
  }

  /// Returns the undo with more grants looked up; nil for a merge.
  func examining(_ grants: Set<GrantID>, late found: Set<GrantID>) -> MergeRule? {
    guard case .undo(let author, let reason, let late, let examined) = command else { return nil }
    return MergeRule(
      from: from, into: into, bundleID: bundleID, environment: environment,
      command: .undo(
        author: author, reason: reason, late: late.union(found),
        examined: examined.union(grants)))
  }

  private func fold(of account: AccountReference) -> WalletFold {
    WalletFold(account: account, bundleID: bundleID, environment: environment)
  }
}
