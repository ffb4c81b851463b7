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

  /// Creates the state of a grant. Coins of an undeclared coin are credited here and are pending for the
  /// game too, as they were before coins were declared. Coins that were delivered elsewhere are
  /// acknowledged.
  package init(
    _ grant: GrantMade, revokedAmount: Int64, hasAccount: Bool, isAcknowledged: Bool
  ) {
    if revokedAmount == grant.amount {
      self = .revoked
    } else if grant.isDeliveredElsewhere {
      self = .acknowledged
    } else if grant.wallet == .daicho {
      self = hasAccount ? .credited : .pending
    } else {
      self = isAcknowledged ? .acknowledged : .pending
    }
  }
}
