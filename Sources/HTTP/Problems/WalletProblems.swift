import Hummingbird
import Ledger

/// The problems of requests about wallets.
enum WalletProblems {
  static let idempotencyKeyReused = Problem(
    .unprocessableContent, code: "idempotency_key_reused",
    detail: "`Idempotency-Key` was used for another request of this account; choose a new one.")

  /// Returns the problem of a field with more coins than a command may name.
  static func amountOutOfBounds(_ field: String) -> Problem {
    Problem(
      .conflict, code: "amount_out_of_bounds",
      detail: "`\(field)` may be \(Coin.amountMax) at most, and so may the coins of the wallet.")
  }

  /// Returns the problem of a rejected wallet request. Throws the rejection if no request can
  /// receive it.
  static func problem(of rejection: WalletRejection) throws(WalletRejection) -> Problem {
    switch rejection {
    case .keyUsedBeforeErasure: return idempotencyKeyReused
    case .insufficientCoins(let balance):
      return Problem(
        .conflict, code: "insufficient_coins",
        detail: "`amount` is more than the \(balance) there are.")
    case .coinKeptByGame:
      return Problem(
        .conflict, code: "coin_kept_by_game",
        detail: "`coin` is declared with the game's own wallet: the game books it.")
    case .coinUnknown:
      return Problem(
        .conflict, code: "unknown_coin",
        detail: "`coin` is declared by no catalog of the app: publish one that does.")
    case .amountNotPositive:
      return .invalid("amount", "must be a whole number above 0")
    case .amountOutOfBounds: return amountOutOfBounds("amount")
    case .reasonMissing:
      return .invalid([
        FieldFault("reason", "must be given"), FieldFault("author", "must be given"),
      ])
    case .reservationUnknown:
      return Problem(
        .notFound, code: "reservation_not_found",
        detail: "`reservation` must be the `Idempotency-Key` that coins were reserved under.")
    case .reservationExpired:
      return Problem(
        .conflict, code: "reservation_expired",
        detail: "`reservation` has expired: its coins are available again. Reserve or spend anew.")
    case .reservationSettled(let entry):
      return Problem(
        .conflict, code: "reservation_settled",
        detail: "`reservation` was \(entry.end) before, by entry \(entry.number): it has one end.")
    case .creditNotAllowed:
      return Problem(
        .conflict, code: "credit_not_allowed",
        detail: "The catalog names no `creditMax` of `coin`: publish one to let the game give it.")
    case .creditTooLarge(let max):
      return Problem(
        .conflict, code: "credit_too_large",
        detail: "`amount` may be \(max) at most: `creditMax` of the coin in the catalog.")
    case .entryUnknown:
      return Problem(
        .notFound, code: "entry_not_found",
        detail: "`entry` must be the `id` of an entry of this wallet.")
    case .entryNotSpent:
      return Problem(
        .conflict, code: "entry_not_spent",
        detail: "`entry` is neither a spend nor a committed reservation.")
    case .alreadyReversed(let entry):
      return Problem(
        .conflict, code: "already_reversed",
        detail: "`entry` was reversed before, by entry \(entry.number).")
    case .grantOfAnotherWallet, .owedToAnotherAccount:
      throw rejection  // only the following of grants meets it
    }
  }
}

extension WalletEntry {
  /// The fate of the reservation that the entry ended, in a word.
  fileprivate var end: String {
    if case .committed = moved.movement { "committed" } else { "canceled" }
  }
}
