/// Coins of a grant that are to go back to the account from which a refund took them, before the account that
/// has the grant follows it.
package struct CoinReturn: Hashable, Sendable {
  package let status: GrantStatus
  package let returned: ReturnedCoins
  /// The coins that stay taken from that account.
  let rest: Int64
  /// The coins of the grant that stay taken in all.
  let total: Int64

  /// The account from which the coins were taken.
  package var account: AccountReference { returned.account }

  /// Returns the movement for the stream of the account that has the grant. It moves no coins.
  package func noted(at moment: Instant) -> CoinsMoved {
    moved(total, in: returned.holder, at: moment)
  }

  /// Returns the movement for the stream of the account that gets the coins.
  ///
  /// - Parameter account: the account, or the one into which it was merged since.
  package func received(by account: AccountReference, at moment: Instant) -> CoinsMoved {
    moved(rest, in: account, at: moment)
  }

  private func moved(
    _ total: Int64, in account: AccountReference, at moment: Instant
  ) -> CoinsMoved {
    let grant = status.grant
    return CoinsMoved(
      environment: grant.chain.environment, bundleID: grant.chain.bundleID, account: account,
      coin: grant.coin,
      movement: .takenBack(grant: grant.id, total: total, revision: status.revision),
      returned: returned, movedAt: moment)
  }
}
