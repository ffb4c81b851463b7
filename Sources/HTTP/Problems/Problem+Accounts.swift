import HTTPTypes
import Hummingbird
import Intake
import Ledger

extension Problem {
  static func purchaseNotFound(in environment: StoreEnvironment) -> Problem {
    Problem(
      .notFound, code: "purchase_not_found",
      detail: "No purchase of this id is known in \(environment.rawValue).")
  }

  static let tokenOfAnotherAccount = Problem(
    .conflict, code: "token_of_another_account",
    detail: "`appAccountToken` is registered to another account; use one of this account's own.")

  /// Creates the problem of a chain that was not linked.
  init(_ rejection: OwnershipRejection, now: Instant) {
    switch rejection {
    case .ownedByAnother:
      self.init(
        .conflict, code: rejection.code, detail: "The purchase belongs to another account.")
    case .tokenNotRegistered:
      self.init(
        .conflict, code: rejection.code,
        detail: "The purchase waits under an appAccountToken that names no known account: register "
          + "the token to its account.")
    case .coolingDown(let end):
      self.init(
        .conflict, code: rejection.code,
        detail: "The purchase changed hands lately; link it after \(end).", isRetryable: true,
        headers: [.retryAfter: "\(end.secondsRoundedUp(since: now))"])
    case .reasonMissing, .nothingToUndo:
      self.init(
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
