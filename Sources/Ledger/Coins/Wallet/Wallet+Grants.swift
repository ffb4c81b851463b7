extension Wallet {
  /// Decides the next movement by which this wallet catches up with a grant: the credit, then the
  /// amount taken back or returned since; `repeated` once it is up to date.
  ///
  /// Taking coins back creates debt if they were spent or are reserved.
  package func decide(on status: GrantStatus, at moment: Instant) -> WalletDecision {
    let grant = status.grant
    guard status.account.map(holds) ?? false, grant.bundleID == bundleID,
      grant.chain.environment == environment
    else { return .rejected(.grantOfAnotherWallet) }
    let isSettled = grant.isDeliveredElsewhere || credits.isCredited(grant.id)
    if isSettled, let credit = credits[grant.id],
      credit.takenBack == status.takenBack || status.revision <= credit.revision
    {
      return .repeated(entry(numbered: credit.number))
    }
    let moved = CoinsMoved(
      environment: environment, bundleID: bundleID, account: account, coin: grant.coin,
      movement: isSettled
        ? .takenBack(grant: grant.id, total: status.takenBack, revision: status.revision)
        : .credited(grant: grant.id, amount: grant.amount),
      deliveredElsewhere: isSettled && grant.isDeliveredElsewhere ? true : nil, movedAt: moment)
    return overflow(of: moved).map(WalletDecision.rejected) ?? .accepted(moved)
  }

  /// Returns the amount taken back of a grant in this wallet, if it was computed from the same events as
  /// another amount; nil otherwise.
  package func amountTakenBack(contradicting status: GrantStatus) -> Int64? {
    guard let credit = credits[status.grant.id], credit.revision == status.revision,
      credit.takenBack != status.takenBack
    else { return nil }
    return credit.takenBack
  }

  /// Returns true if the wallet is up to date with a grant, or was closed with it. A former account that
  /// never had the coins has nothing to give back, nor has any account for coins that were delivered
  /// elsewhere and not refunded.
  package func hasFollowed(_ status: GrantStatus) -> Bool {
    if isClosed(status.grant.id) { return true }
    let hasNothing = status.isFormer || status.grant.isDeliveredElsewhere && status.takenBack == 0
    if hasNothing, credits[status.grant.id] == nil { return true }
    return if case .repeated = decide(on: status, at: Instant(milliseconds: 0)) { true } else {
      false
    }
  }
}
