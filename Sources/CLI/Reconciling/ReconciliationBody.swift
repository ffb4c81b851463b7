import Ledger
import Reconciliation

/// How reconciliation stands, app by app.
struct ReconciliationsBody: Encodable {
  let stores: [ReconciliationBody]
  let complete: Bool

  init(stores: [ReconciliationBody]) {
    self.stores = stores
    complete = stores.allSatisfy(\.complete)
  }

  var lines: [String] {
    [complete ? "yes: all of Apple's last 180 days is here" : "no: not all is here yet"]
      + stores.flatMap(\.lines)
  }
}

/// How it stands for one app in one environment.
struct ReconciliationBody: Encodable {
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
  let refused: [String: Int64]
  let owed: Int64
  let lastSweepAt: String?

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
    refused = status.refused
    owed = status.owed
    lastSweepAt = status.lastSweepAt?.description
  }

  var lines: [String] {
    [
      "\(app) \(environment): \(completenessPercent) % complete, \(coveredPercent) % of the time read",
      "  notifications: \(notifications.sentence)",
      "  histories: \(histories.sentence)",
      "  answers owed by Apple: \(owed)\(owed > 0 ? "; see `daicho outbox list`" : "")",
      "  last sweep: \(lastSweepAt ?? "none; run `daicho reconcile run`")",
    ]
      + gaps.map { "  not read: \($0.from) to \($0.to)" }
      + refused.sorted { $0.key < $1.key }.map { "  refused \($0.value): \($0.key)" }
  }
}
