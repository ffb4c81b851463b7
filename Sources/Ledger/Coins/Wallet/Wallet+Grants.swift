extension Wallet {
  /// The next step by which this wallet follows a grant: its credit, then what was taken back or
  /// given back since; `repeated` once it has followed.
  ///
  /// A take-back goes into debt where the coins were spent, or are reserved.
  package func decide(on standing: GrantStanding, at moment: Instant) -> WalletDecision {
    let grant = standing.grant
    guard standing.account.map(holds) ?? false, grant.bundleID == bundleID,
      grant.chain.environment == environment
    else { return .refused(.grantElsewhere) }
    let credit = credit(of: grant.id)
    if let credit, credit.takenBack == standing.takenBack || standing.revision <= credit.revision {
      return .repeated(entry(numbered: credit.number))
    }
    let moved = CoinsMoved(
      environment: environment, bundleID: bundleID, account: account, coin: grant.coin,
      movement: credit.map { _ in
        .takenBack(grant: grant.id, total: standing.takenBack, revision: standing.revision)
      } ?? .credited(grant: grant.id, amount: grant.amount),
      movedAt: moment)
    return overflow(of: moved).map(WalletDecision.refused) ?? .accepted(moved)
  }

  /// Whether nothing of a grant is left to follow.
  package func hasFollowed(_ standing: GrantStanding) -> Bool {
    if case .repeated = decide(on: standing, at: Instant(milliseconds: 0)) { true } else { false }
  }
}
