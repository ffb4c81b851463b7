/// How a grant stands for a game that asks which coins to book.
package enum GrantState: String, Hashable, Sendable, Codable, CaseIterable {
  /// The game has not said yet that it booked the coins; some of them may be taken back by now.
  case pending
  case acknowledged
  /// All of it is taken back, acknowledged or not.
  case revoked

  package init(amount: Int64, revokedAmount: Int64, isAcknowledged: Bool) {
    if revokedAmount == amount {
      self = .revoked
    } else {
      self = isAcknowledged ? .acknowledged : .pending
    }
  }
}
