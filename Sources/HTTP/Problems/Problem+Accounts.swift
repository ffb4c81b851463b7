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
    detail: "`appAccountToken` stands for another account, for ever; use one of its own.")

  /// Why a chain was not linked.
  init(_ refusal: OwnershipRefusal, now: Instant) {
    switch refusal {
    case .ownedByAnother:
      self.init(
        .conflict, code: refusal.code, detail: "The purchase belongs to another account.")
    case .coolingDown(let end):
      self.init(
        .conflict, code: refusal.code,
        detail: "The purchase changed hands lately; link it after \(end).", isRetryable: true,
        headers: [.retryAfter: "\(end.secondsRoundedUp(since: now))"])
    case .reasonMissing, .nothingToUndo:
      self.init(
        .conflict, code: refusal.code, detail: "Only an operator changes owners so.")
    }
  }
}

extension Instant {
  /// At least 1.
  fileprivate func secondsRoundedUp(since start: Instant) -> Int64 {
    max(1, (milliseconds - start.milliseconds + 999) / 1_000)
  }
}
