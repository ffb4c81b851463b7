import Ledger

/// The coins of one grant in one wallet.
struct CoinLot {
  let grant: GrantID
  let product: String
  /// The moment at which the coins came, which is their age.
  let since: Instant
  /// The coins that are neither spent, nor reserved, nor taken back.
  var left: Int128 = 0
  /// The coins that a refund took while they were spent or reserved: as many come back as earned.
  var refundedMeanwhile: Int128 = 0
  /// What refunds of the grant took, from where, in that order.
  var refunds: [Share] = []

  /// Some coins and where they were, or are missing.
  struct Share {
    let place: Place
    var amount: Int128
  }

  enum Place: Hashable {
    case lot(GrantID)
    case earned
    /// They were not there.
    case missing
  }
}

/// Coins that a player owes because of the refund of a grant.
struct CoinLoan {
  /// Nil for coins that no purchase brought.
  let grant: GrantID?
  let product: String
  var amount: Int128
}

/// A reservation with the coins that it holds.
struct CoinReservation {
  let key: IdempotencyKey
  let expiresAt: Instant?
  let parts: [CoinLot.Share]
}
