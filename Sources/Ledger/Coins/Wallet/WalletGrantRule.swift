/// The rule by which a wallet follows a grant.
struct WalletGrantRule {
  private let wallet: Wallet

  init(_ wallet: Wallet) {
    self.wallet = wallet
  }

  func decide(on status: GrantStatus, at moment: Instant) -> WalletDecision {
    let (grant, credits) = (status.grant, wallet.credits)
    guard status.account.map(wallet.holds) ?? false, grant.chain.bundleID == wallet.bundleID,
      grant.chain.environment == wallet.environment
    else { return .rejected(.grantOfAnotherWallet) }
    let isSettled = grant.isDeliveredElsewhere || credits.isCredited(grant.id)
    if isSettled, let credit = credits[grant.id],
      credit.takenBack == status.takenBack || status.revision <= credit.revision
    {
      return .repeated(wallet.entry(numbered: credit.number))
    }
    if owed(before: status) != nil { return .rejected(.owedToAnotherAccount) }
    let moved = CoinsMoved(
      environment: wallet.environment, bundleID: wallet.bundleID, account: wallet.account,
      coin: grant.coin,
      movement: isSettled
        ? .takenBack(grant: grant.id, total: status.takenBack, revision: status.revision)
        : .credited(grant: grant.id, amount: grant.amount),
      deliveredElsewhere: isSettled && grant.isDeliveredElsewhere ? true : nil, movedAt: moment)
    return wallet.canBook(moved) ? .accepted(moved) : .rejected(.amountOutOfBounds)
  }

  /// Returns the first coins that another account gets back before the wallet follows a status. Those taken
  /// last go back first. An account that has lost the grant takes the refunds of others upon itself, because it
  /// gives back the whole amount.
  func owed(before status: GrantStatus) -> CoinReturn? {
    guard let credit = wallet.credits[status.grant.id], credit.revision < status.revision else {
      return nil
    }
    let returned =
      status.isFormer ? credit.taken.parts : credit.taken.givenBack(downTo: status.takenBack)
    guard let account = returned.first(where: { !wallet.holds($0.account) })?.account else {
      return nil
    }
    let amount = returned.filter { $0.account == account }.reduce(0) { $0 + $1.amount }
    return CoinReturn(
      status: status,
      returned: ReturnedCoins(amount: amount, holder: wallet.account, account: account),
      rest: credit.taken.amount { $0 == account } - amount, total: credit.takenBack - amount)
  }

  func hasFollowed(_ status: GrantStatus) -> Bool {
    if wallet.isClosed(status.grant.id) { return true }
    let hasNothing = status.isFormer || status.grant.isDeliveredElsewhere && status.takenBack == 0
    if hasNothing, wallet.credits[status.grant.id] == nil { return true }
    return if case .repeated = decide(on: status, at: Instant(milliseconds: 0)) { true } else {
      false
    }
  }
}
