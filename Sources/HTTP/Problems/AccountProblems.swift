import HTTPTypes
import Hummingbird
import Intake
package import Ledger

/// The problems of requests about accounts and the owners of purchases.
package enum AccountProblems {
  static func purchaseNotFound(in environment: StoreEnvironment) -> Problem {
    Problem(
      .notFound, code: "purchase_not_found",
      detail: "No purchase of this id is known in \(environment.rawValue).")
  }

  static let tokenOfAnotherAccount = Problem(
    .conflict, code: "token_of_another_account",
    detail: "`appAccountToken` is registered to another account; use one of this account's own.")

  static let tokenNotOfAccount = Problem(
    .notFound, code: "token_not_found",
    detail: "The token is not registered to this account.")

  /// Returns the problem of accounts that were not merged, or not separated.
  package static func problem(
    of rejection: MergeRejection, in environment: StoreEnvironment
  ) -> Problem {
    let place = environment.rawValue
    switch rejection {
    case .sameAccount:
      return Problem(
        .conflict, code: "same_account",
        detail: "`from` is the account itself, by this name or another one.")
    case .alreadyMerged:
      return Problem(
        .conflict, code: "already_merged",
        detail: "One of the accounts is merged into another one in \(place).")
    case .isTarget:
      return Problem(
        .conflict, code: "is_target",
        detail: "Another account is merged into `from` in \(place); merge into `from` instead.")
    case .tooManyGuests(let max):
      return Problem(
        .conflict, code: "too_many_guests",
        detail: "At most \(max) may be merged into one account: `merge.guestsMax` of the app.")
    case .openReservations:
      return Problem(
        .conflict, code: "open_reservations",
        detail: "`from` has reserved coins in \(place); commit or cancel these reservations first.")
    case .amountTooLarge:
      return Problem(
        .conflict, code: "amount_too_large",
        detail: "The sum of both balances in \(place) is more than a wallet can hold.")
    case .keyReused: return WalletProblems.idempotencyKeyReused
    case .notMerged:
      return Problem(
        .conflict, code: "not_merged",
        detail: "`from` is not merged into this account. An erasure of either cannot be undone.")
    case .reasonMissing:
      return .badRequest("invalid_body", "`reason` and `author` must be given.")
    }
  }

  /// Returns the problem of a chain that was not linked.
  static func problem(of rejection: OwnershipRejection, now: Instant) -> Problem {
    switch rejection {
    case .ownedByAnother:
      return Problem(
        .conflict, code: rejection.code, detail: "The purchase belongs to another account.")
    case .tokenNotRegistered:
      return Problem(
        .conflict, code: rejection.code,
        detail: "The purchase waits under an appAccountToken that names no known account: register "
          + "the token to its account.")
    case .coolingDown(let end):
      return Problem(
        .conflict, code: rejection.code,
        detail: "The purchase changed hands lately; link it after \(end).", isRetryable: true,
        headers: [.retryAfter: "\(end.secondsRoundedUp(since: now))"])
    case .reasonMissing, .nothingToUndo:
      return Problem(
        .conflict, code: rejection.code, detail: "Only an operator changes owners this way.")
    }
  }
}

extension Instant {
  /// Returns the seconds since a start, rounded up, and at least 1.
  fileprivate func secondsRoundedUp(since start: Instant) -> Int64 {
    max(1, (milliseconds - start.milliseconds + 999) / 1_000)
  }
}
