import AppStoreSimulator
import Foundation

/// Bodies of a ledger that tells nothing but the truth, until they are changed.
struct TruthfulLedger {
  var entitlements: [[String: Any]]
  var subscriptions: [[String: Any]]
  var groups: [[String: Any]]

  init(_ truth: CustomerTruth) {
    entitlements = truth.owned.map(Self.body)
    subscriptions = truth.standings.map(Self.body)
    groups = truth.paidService.map(Self.body)
  }

  var answer: LedgerAnswer {
    get throws {
      try LedgerAnswer(
        entitlementsBody: JSONSerialization.data(withJSONObject: ["entitlements": entitlements]),
        subscriptionsBody: JSONSerialization.data(
          withJSONObject: ["subscriptions": subscriptions]),
        tenureBody: JSONSerialization.data(withJSONObject: ["groups": groups]))
    }
  }

  private static func body(of thing: CustomerTruth.Owned) -> [String: Any] {
    [
      "productId": thing.productId, "type": thing.type, "state": thing.state.rawValue,
      "originalTransactionId": thing.originalTransactionId, "because": ["1-1"],
      "transactionId": thing.transactionId, "ownership": thing.ownership.rawValue,
      "expiresAt": thing.expiresAt?.text as Any?,
      "subscriptionGroupId": thing.subscriptionGroupId as Any?,
    ].compactMapValues(\.self)
  }

  private static func body(of standing: CustomerTruth.Standing) -> [String: Any] {
    [
      "originalTransactionId": standing.originalTransactionId,
      "subscriptionGroupId": standing.subscriptionGroupId, "productId": standing.productId,
      "status": standing.status.rawValue, "ownership": standing.ownership.rawValue,
      "expiresAt": standing.expiresAt.text, "renewalOverdue": false,
    ]
  }

  private static func body(of service: CustomerTruth.PaidService) -> [String: Any] {
    [
      "subscriptionGroupId": service.subscriptionGroupId, "state": service.state.rawValue,
      "daysOfPaidService": service.daysOfPaidService,
      "paidThrough": service.paidThrough?.text as Any?,
      "restartsAt": service.restartsAt?.text as Any?,
      "transactions": service.transactions.map(body),
      "days": service.days.map { day in
        let share: [String: Any] = ["transactionId": day.transactionId, "seconds": day.seconds]
        return ["day": day.day, "transactions": [share]]
      },
    ].compactMapValues(\.self)
  }

  private static func body(
    of transaction: CustomerTruth.PaidService.Transaction
  ) -> [String: Any] {
    [
      "transactionId": transaction.transactionId, "paidDays": transaction.paidDays,
      "rate": transaction.rate?.share as Any?,
      "rateReason": transaction.rate?.reason.rawValue as Any?,
    ].compactMapValues(\.self)
  }
}
