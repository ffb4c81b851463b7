/// How coins move. Amounts are above zero, but for an adjustment's.
package enum CoinMovement: Hashable, Sendable, Codable {
  /// A grant was made.
  case credited(grant: GrantID, amount: Int64)
  /// So much of a grant is taken back by now, in all: more or less than before. The revision is the
  /// position up to which the chain was read; an earlier one says nothing new.
  case takenBack(grant: GrantID, total: Int64, revision: Int64)
  case spent(amount: Int64)
  /// Somebody put something right: above zero they gave, below they took.
  case adjusted(amount: Int64, reason: String, author: String)
  /// Set apart under the key of the request, until that is committed or cancelled.
  case reserved(amount: Int64)
  /// The whole of a reservation was spent.
  case committed(reservation: IdempotencyKey, amount: Int64)
  /// The whole of a reservation is available again.
  case cancelled(reservation: IdempotencyKey, amount: Int64)
}
