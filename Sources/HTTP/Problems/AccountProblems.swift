import HTTPTypes
import Hummingbird
import Intake
package import Ledger

/// The problems of requests about accounts and the owners of purchases.
package enum AccountProblems {
  static func purchaseNotFound(in environments: [StoreEnvironment]) -> Problem {
    Problem(
      .notFound, code: "purchase_not_found",
      detail: "No purchase of this id is known in \(environments.listed).")
  }

  static func notEntitled(to name: String) -> Problem {
    Problem(
      .notFound, code: "not_entitled",
      detail: "The account has no entitlement to a product `\(name.prefix(64))`, nor to one that "
        + "unlocks it.")
  }

  static func unknownAccount(in environments: [StoreEnvironment]) -> Problem {
    Problem(
      .notFound, code: "unknown_account",
      detail:
        "No write ever named this account in \(environments.listed), or it was erased: check the spelling, "
        + "`app` and `environment`.")
  }

  /// Returns the problem of an account that is not erased alone, because of merges in some of the environments that
  /// the erasure is about.
  static func mergedInto(
    in merged: [StoreEnvironment], of environments: [StoreEnvironment]
  ) -> Problem {
    let others = environments.filter { !merged.contains($0) }
    let repetitions = others.map { "`environment=\($0.rawValue)`" }.joined(separator: " or ")
    return Problem(
      .conflict, code: "merged_into",
      detail:
        "The account was merged into another one in \(merged.listed): erase that account, or send "
        + "`merged` as true, which erases that account with all that were merged into it."
        + (others.isEmpty
          ? ""
          : " Repeat the request with \(repetitions) to erase the account there alone, if it is known there.")
    )
  }

  static let nothingFound = Problem(
    .notFound, code: "nothing_found",
    detail:
      "No purchase is known by this id: check it, `app` and `environment`. `environment=any` looks "
      + "in all of the app's.")

  static let promotionNotFound = Problem(
    .notFound, code: "promotion_not_found",
    detail:
      "The account has no promotional entitlement of this id: take the `transactionId` of one.")

  /// Returns the problem of a promotional entitlement that was neither granted nor withdrawn.
  static func problem(of rejection: PromotionRejection) -> Problem {
    switch rejection {
    case .productUnknown:
      return Problem(
        .conflict, code: "unknown_product",
        detail:
          "`productId` is in no catalog of the app: check it, or publish a catalog that has it.")
    case .productWithoutAccess:
      return .invalid("productId", "must be of a product that entitles to something, no consumable")
    case .nameUnknown:
      return Problem(
        .conflict, code: "unknown_name",
        detail: "`name` is unlocked by no product of the app's catalogs: check it, or publish one.")
    case .untilPassed: return .invalid("until", "must be ahead: this moment has passed")
    case .promotionUnknown: return promotionNotFound
    }
  }

  static let tokenOfAnotherAccount = Problem(
    .conflict, code: "token_of_another_account",
    detail: "`appAccountToken` is registered to another account; use one of this account's own.")

  /// Returns the problem of a token that was not registered.
  static func tokenOfAnotherAccount(in environment: StoreEnvironment) -> Problem {
    Problem(
      .conflict, code: "token_of_another_account",
      detail:
        "`appAccountToken` names another account in \(environment.rawValue), so this request registered it "
        + "nowhere: use one of this account's own, or withdraw it there.")
  }

  /// Returns the problem of a token that another registration took in some environments, after the request had found
  /// it free.
  ///
  /// - Parameter environments: those of the request.
  static func tokenTaken(
    in taken: [StoreEnvironment], of environments: [StoreEnvironment]
  ) -> Problem {
    let others = environments.filter { !taken.contains($0) }
    return Problem(
      .conflict, code: "token_of_another_account",
      detail:
        "Another request registered `appAccountToken` to another account in \(taken.listed) at the same "
        + "time" + (others.isEmpty ? "" : "; in \(others.listed) it is registered to this one")
        + ". Use one of this account's own, or withdraw it there.")
  }

  static let tokenNotOfAccount = Problem(
    .notFound, code: "token_not_found",
    detail: "The token is not registered to this account.")

  /// Returns the problem of accounts that were not merged, or not separated.
  package static func problem(
    of rejection: MergeRejection, in environment: StoreEnvironment
  ) -> Problem {
    let place = environment.rawValue
    switch rejection {
    case .unknownAccount(let environments): return unknownAccount(in: environments)
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
    case .unsettled:
      return Problem(
        .conflict, code: "coins_moving",
        detail:
          "Coins of a purchase move from one of both accounts to the other in \(place) just now: send "
          + "the same request again in a second. If it lasts, `daicho doctor` says why granting rests."
      )
    case .amountOutOfBounds:
      return Problem(
        .conflict, code: "amount_out_of_bounds",
        detail:
          "The sum of both balances in \(place) is more than the \(Coin.amountMax) coins that "
          + "a wallet may have: spend some of them first.")
    case .keyReused: return WalletProblems.idempotencyKeyReused
    case .notMerged:
      return Problem(
        .conflict, code: "not_merged",
        detail: "`from` is not merged into this account. An erasure of either cannot be undone.")
    case .reasonMissing:
      return .invalid([
        FieldFault("reason", "must be given"), FieldFault("author", "must be given"),
      ])
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

extension [StoreEnvironment] {
  /// The environments as a sentence names them.
  fileprivate var listed: String { map(\.rawValue).joined(separator: " and ") }
}

extension Instant {
  /// Returns the seconds since a start, rounded up, and at least 1.
  fileprivate func secondsRoundedUp(since start: Instant) -> Int64 {
    max(1, (milliseconds - start.milliseconds + 999) / 1_000)
  }
}
