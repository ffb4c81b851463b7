/// What somebody asks of a wallet.
package struct WalletCommand: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case spend(Coin, Int64)
    case reserve(Coin, Int64)
    /// Spends the whole of what was reserved under this key.
    case commit(IdempotencyKey)
    /// Gives up the whole of what was reserved under this key.
    case cancel(IdempotencyKey)
    /// Gives coins, or takes them where the amount is below zero.
    case adjust(Coin, Int64, reason: String, author: String)
  }

  package let key: IdempotencyKey
  package let reference: String?
  package let action: Action

  package init(_ action: Action, key: IdempotencyKey, reference: String? = nil) {
    self.action = action
    self.key = key
    self.reference = reference
  }
}

/// What a wallet says to it.
package enum WalletDecision: Hashable, Sendable {
  /// To be appended, and then evolved with.
  case accepted(CoinsMoved)
  /// It was done before: here is what was booked then.
  case repeated(WalletEntry)
  /// The key was used for something else: this.
  case conflict(WalletEntry)
  case refused(WalletRefusal)
}

/// Why a wallet did not do what was asked. A refusal is not remembered: the same key may be tried
/// again.
package enum WalletRefusal: Hashable, Sendable {
  /// So much is available.
  case insufficientCoins(balance: Int64)
  case amountNotPositive
  /// The sums of the wallet would not fit into 64 bits.
  case amountTooLarge
  /// An adjustment says why, and by whom.
  case reasonMissing
  case reservationUnknown
  /// It was committed or cancelled before, by this.
  case reservationSettled(WalletEntry)
  /// The grant is of another account, app or environment.
  case grantElsewhere
}
