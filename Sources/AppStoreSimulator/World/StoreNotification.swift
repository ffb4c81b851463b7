/// What Apple has to say at one moment, with everything as it was then.
package struct StoreNotification: Sendable {
  package let uuid: String
  package let type: String
  package let subtype: String?
  /// Milliseconds since 1970; every notification of a world has another.
  package let signedDate: Int64
  /// Nil where it concerns nobody in particular.
  package let customer: Int?
  package var transaction: SignableTransaction?
  package var renewal: SignableRenewal?
  /// Apple's number of the subscription's state.
  package var status: Int32?
  package var consumptionRequestReason: String?
  package var summary: SignableSummary?

  package init(
    _ type: String, _ subtype: String? = nil, uuid: String, signedDate: Int64, customer: Int?
  ) {
    self.type = type
    self.subtype = subtype
    self.uuid = uuid
    self.signedDate = signedDate
    self.customer = customer
  }
}

/// A copy of a transaction that the game sends to its own server.
package struct GamePost: Sendable {
  /// The game's name for the player.
  package let account: String
  package let transaction: SignableTransaction
  package var postedAt: Int64 { transaction.signedDate }
}
