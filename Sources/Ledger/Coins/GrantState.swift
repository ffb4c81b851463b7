/// The state of a grant for a game that requests the coins to book.
package enum GrantState: String, Hashable, Sendable, Codable, CaseIterable {
  /// The game has not acknowledged the grant yet; some of its coins may have been taken back.
  case pending
  case acknowledged
  /// The whole amount was taken back, whether acknowledged or not.
  case revoked

  package init(amount: Int64, revokedAmount: Int64, isAcknowledged: Bool) {
    if revokedAmount == amount {
      self = .revoked
    } else {
      self = isAcknowledged ? .acknowledged : .pending
    }
  }
}
