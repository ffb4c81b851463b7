import Hummingbird
import Ledger

extension Problem {
  static let idempotencyKeyReused = Problem(
    .unprocessableContent, code: "idempotency_key_reused",
    detail: "`Idempotency-Key` was used for another request of this account; choose a new one.")

  /// Creates the problem of a rejected wallet request. Throws the rejection if no request can
  /// receive it.
  init(_ rejection: WalletRejection) throws(WalletRejection) {
    switch rejection {
    case .insufficientCoins(let balance):
      self.init(
        .conflict, code: "insufficient_coins",
        detail: "`amount` is more than the \(balance) there are.")
    case .coinKeptByGame:
      self.init(
        .conflict, code: "coin_kept_by_game",
        detail: "`coin` is declared with the game's own wallet: the game books it.")
    case .coinUnknown:
      self.init(
        .conflict, code: "unknown_coin",
        detail: "`coin` is declared by no catalog of the app: publish one that does.")
    case .amountNotPositive:
      self = .badRequest("invalid_body", "`amount` must be a whole number above 0.")
    case .amountTooLarge:
      self.init(
        .conflict, code: "amount_too_large",
        detail: "`amount` is more than a wallet can hold.")
    case .reasonMissing:
      self = .badRequest("invalid_body", "`reason` and `author` must be given.")
    case .reservationUnknown:
      self.init(
        .notFound, code: "reservation_not_found",
        detail: "`reservation` must be the `Idempotency-Key` that coins were reserved under.")
    case .reservationExpired:
      self.init(
        .conflict, code: "reservation_expired",
        detail: "`reservation` has expired: its coins are available again. Reserve or spend anew.")
    case .reservationSettled(let entry):
      self.init(
        .conflict, code: "reservation_settled",
        detail: "`reservation` was settled before, by entry \(entry.number).")
    case .grantOfAnotherWallet:
      throw rejection  // only the following of grants meets it
    }
  }
}
