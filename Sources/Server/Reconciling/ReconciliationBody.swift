import Ledger
import Reconciliation

/// The status of reconciliation for several apps.
package struct ReconciliationsBody: Encodable {
  struct Refused: Encodable {
    let app: String?
    let reason: String
    let count: Int64
    let firstAt: String
    let lastAt: String

    init(_ count: RefusedNotificationCount) {
      app = count.app.isEmpty ? nil : count.app
      reason = count.reason
      self.count = count.count
      firstAt = count.firstAt.description
      lastAt = count.lastAt.description
    }
  }

  let stores: [ReconciliationBody]
  package let complete: Bool
  /// The posted notifications that were refused in the last day, of any app.
  let refusedNotifications: [Refused]

  init(stores: [ReconciliationBody], refused: [RefusedNotificationCount] = []) {
    self.stores = stores
    refusedNotifications = refused.map(Refused.init)
    complete = stores.allSatisfy(\.complete)
  }

  package var lines: [String] {
    [complete ? "yes: all that Apple still tells is complete here" : "no: not complete yet"]
      + stores.flatMap(\.lines)
      + refusedNotifications.map {
        "refused notifications: \($0.count) of \($0.app ?? "no app of ours") for \($0.reason), the last at "
          + $0.lastAt
      }
  }
}

/// The status of reconciliation for one app in one environment.
package struct ReconciliationBody: Encodable {
  struct Gap: Encodable {
    let from: String
    let to: String
  }

  let app: String
  let environment: String
  let complete: Bool
  let completenessPercent: Double
  /// The number of days for which Apple can be asked.
  let days: Int
  let coveredPercent: Double
  let from: String
  let to: String
  let gaps: [Gap]
  let notifications: CountBody
  let histories: CountBody
  let rejected: [String: Int64]
  let owed: Int64
  let deadLettered: Int64
  let purchasesWithoutPrice: Int64
  let lastSweepAt: String?
  let reasons: [IncompletenessReason]

  init(_ status: ReconciliationStatus) {
    app = status.store.bundleID.rawValue
    environment = status.store.environment.rawValue
    complete = status.isComplete
    completenessPercent = status.completeness
    days = status.days
    coveredPercent = (status.coveredShare * 10_000).rounded(.down) / 100
    from = status.whole.from.description
    to = status.whole.to.description
    gaps = status.gaps.map { Gap(from: $0.from.description, to: $0.to.description) }
    notifications = CountBody(status.notifications)
    histories = CountBody(status.histories)
    rejected = status.rejected
    owed = status.pending
    deadLettered = status.deadLettered
    purchasesWithoutPrice = status.purchasesWithoutPrice
    lastSweepAt = status.lastSweepAt?.description
    reasons = IncompletenessReason.all(of: status)
  }

  var lines: [String] {
    [
      "\(app) \(environment): \(completenessPercent) % complete, "
        + "\(coveredPercent) % of Apple's last \(days) days read",
      "  notifications: \(notifications.sentence)",
      "  histories: \(histories.sentence)",
      "  answers pending from Apple: \(owed)",
      "  requests given up: \(deadLettered)",
      "  purchases without a price: \(purchasesWithoutPrice)",
      "  last sweep: \(lastSweepAt ?? "none")",
    ]
      + gaps.map { "  not read: \($0.from) to \($0.to)" }
      + rejected.sorted { $0.key < $1.key }.map { "  rejected \($0.value): \($0.key)" }
      + reasons.map { "  not complete: \($0.detail): \($0.remedy)" }
  }
}
