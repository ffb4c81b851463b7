/// The state of a grant for a game that requests the coins to book.
package enum GrantState: String, Hashable, Sendable, Codable, CaseIterable {
  /// The coins wait for an account, or for the acknowledgement of a game that keeps them; some may
  /// have been taken back.
  case pending
  /// The coins are in the wallet here.
  case credited
  case acknowledged
  /// The whole amount was taken back, whether acknowledged or not.
  case revoked

  /// - Parameter wallet: the wallet that keeps the coins. Coins of an undeclared coin are credited here
  ///   and are pending for the game too, as they were before coins were declared.
  package init(
    amount: Int64, revokedAmount: Int64, wallet: CoinWallet?, hasAccount: Bool,
    isAcknowledged: Bool
  ) {
    if revokedAmount == amount {
      self = .revoked
    } else if wallet == .daicho {
      self = hasAccount ? .credited : .pending
    } else {
      self = isAcknowledged ? .acknowledged : .pending
    }
  }
}
