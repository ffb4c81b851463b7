import Ledger
import Reconciliation

/// The status of reconciliation for several apps.
package struct ReconciliationsBody: Encodable {
  let stores: [ReconciliationBody]
  package let complete: Bool

  init(stores: [ReconciliationBody]) {
    self.stores = stores
    complete = stores.allSatisfy(\.complete)
  }

  package var lines: [String] {
    [complete ? "yes: Apple's last 180 days are complete here" : "no: not complete yet"]
      + stores.flatMap(\.lines)
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
  let coveredPercent: Double
  let from: String
  let to: String
  let gaps: [Gap]
  let notifications: CountBody
  let histories: CountBody
  let rejected: [String: Int64]
  let owed: Int64
  let purchasesWithoutPrice: Int64
  let lastSweepAt: String?
  let reasons: [IncompletenessReason]

  init(_ status: ReconciliationStatus) {
    app = status.store.bundleID.rawValue
    environment = status.store.environment.rawValue
    complete = status.isComplete
    completenessPercent = status.completeness
    coveredPercent = (status.coveredShare * 10_000).rounded(.down) / 100
    from = status.whole.from.description
    to = status.whole.to.description
    gaps = status.gaps.map { Gap(from: $0.from.description, to: $0.to.description) }
    notifications = CountBody(status.notifications)
    histories = CountBody(status.histories)
    rejected = status.rejected
    owed = status.pending
    purchasesWithoutPrice = status.purchasesWithoutPrice
    lastSweepAt = status.lastSweepAt?.description
    reasons = IncompletenessReason.all(of: status)
  }

  var lines: [String] {
    [
      "\(app) \(environment): \(completenessPercent) % complete, "
        + "\(coveredPercent) % of the time read",
      "  notifications: \(notifications.sentence)",
      "  histories: \(histories.sentence)",
      "  answers pending from Apple: \(owed)",
      "  purchases without a price: \(purchasesWithoutPrice)",
      "  last sweep: \(lastSweepAt ?? "none")",
    ]
      + gaps.map { "  not read: \($0.from) to \($0.to)" }
      + rejected.sorted { $0.key < $1.key }.map { "  rejected \($0.value): \($0.key)" }
      + reasons.map { "  not complete: \($0.detail): \($0.remedy)" }
  }
}
