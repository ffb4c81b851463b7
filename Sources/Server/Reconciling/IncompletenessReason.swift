import Ledger
import Reconciliation

/// A reason for which reconciliation of an app in an environment is not complete, with its remedy.
struct IncompletenessReason: Encodable {
  enum Code: String, Encodable {
    case serverAPIKeyMissing = "server_api_key_missing"
    case storeNotConfigured = "store_not_configured"
    case timeNotRead = "time_not_read"
    case notificationsRejected = "notifications_rejected"
    case requestsPending = "requests_pending"
    case requestsDeadLettered = "requests_dead_lettered"
    case pricesMissing = "prices_missing"
  }

  let code: Code
  let detail: String
  let remedy: String

  /// Returns the reasons; none if reconciliation is complete.
  static func all(of status: ReconciliationStatus) -> [IncompletenessReason] {
    let rejected = status.rejected.values.reduce(0, +)
    return [
      ofReach(status),
      status.gaps.isEmpty || status.reach != .askable
        ? nil
        : IncompletenessReason(
          code: .timeNotRead,
          detail: "\(status.gaps.count) parts of Apple's last \(status.days) days were not read",
          remedy: "run `daicho reconcile run`"),
      rejected == 0
        ? nil
        : IncompletenessReason(
          code: .notificationsRejected,
          detail: "\(rejected) notifications of Apple's history were rejected",
          remedy: "correct what `rejected` names, and run "
            + "`daicho reconcile run --days \(status.days)`"),
      status.pending == 0
        ? nil
        : IncompletenessReason(
          code: .requestsPending, detail: "\(status.pending) requests to Apple are pending",
          remedy: "run `daicho reconcile run`, or see `daicho outbox list`"),
      status.deadLettered == 0
        ? nil
        : IncompletenessReason(
          code: .requestsDeadLettered,
          detail:
            "\(status.deadLettered) requests to Apple were given up: what they would tell is missing",
          remedy:
            "see `daicho outbox list --state parked`, and run `daicho outbox retry --kind history` "
            + "and `--kind status`"),
      ofPrices(status),
    ].compactMap(\.self)
  }

  private static func ofReach(_ status: ReconciliationStatus) -> IncompletenessReason? {
    let store = status.store
    return switch status.reach {
    case .askable: nil
    case .withoutKey:
      IncompletenessReason(
        code: .serverAPIKeyMissing,
        detail: "Apple is asked nothing about \(store.bundleID): it has no key of the Server API",
        remedy: "give issuerId, keyId and privateKeyFile of \(store.bundleID) in DAICHO_APPS")
    case .notConfigured:
      IncompletenessReason(
        code: .storeNotConfigured,
        detail: "purchases are recorded of \(store), which the settings do not name",
        remedy: "give \(store.bundleID) with the environment \(store.environment.rawValue) in "
          + "DAICHO_APPS")
    }
  }

  private static func ofPrices(_ status: ReconciliationStatus) -> IncompletenessReason? {
    let count = status.purchasesWithoutPrice
    guard count > 0 else { return nil }
    return IncompletenessReason(
      code: .pricesMissing,
      detail:
        "\(count) purchases have no price and are no charge yet: Apple signed them without it, or "
        + "only older sources told of them",
      remedy: status.reach == .askable
        ? "run `daicho reconcile run`, which asks Apple for them again; `daicho outbox list` shows "
          + "failed requests"
        : "only Apple's Server API tells prices: give issuerId, keyId and privateKeyFile of "
          + "\(status.store.bundleID) in DAICHO_APPS")
  }
}
