import AppStoreSimulator
import Foundation

/// The answers of a truthful ledger, which a test may change.
struct TruthfulLedger {
  var entitlements: [[String: Any]]
  var subscriptions: [[String: Any]]
  var groups: [[String: Any]]
  var grants: [[String: Any]]
  var entries: [[String: Any]]
  var balances: [[String: Any]]

  init(_ truth: CustomerTruth) {
    entitlements = truth.owned.map(Self.body)
    subscriptions = truth.subscriptions.map(Self.body)
    groups = truth.paidService.map(Self.body)
    grants = truth.grants.map(Self.body)
    entries = truth.grants.flatMap(Self.entries)
    balances = truth.coinsLeft.map { ["coin": $0.key, "balance": $0.value, "reserved": 0] }
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

  /// The answer with coins.
  var answerWithCoins: LedgerAnswer {
    get throws {
      var answer = try answer
      answer.coins = try LedgerAnswer.Coins(
        grantPages: [JSONSerialization.data(withJSONObject: ["grants": grants])],
        walletPages: [
          JSONSerialization.data(withJSONObject: ["balances": balances, "entries": entries])
        ])
      return answer
    }
  }

  private static func body(of grant: CustomerTruth.Grant) -> [String: Any] {
    [
      "id": id(of: grant), "coin": grant.coin, "amount": grant.amount,
      "productId": grant.productId, "transactionId": grant.transactionId,
      "revokedAmount": grant.takenBack, "deliveredElsewhere": grant.isDeliveredElsewhere,
      "state": grant.takenBack == grant.amount ? "revoked" : "pending",
    ]
  }

  private static func entries(of grant: CustomerTruth.Grant) -> [[String: Any]] {
    [
      ("credited", grant.isDeliveredElsewhere ? 0 : grant.amount), ("takenBack", -grant.takenBack),
    ].filter { $0.1 != 0 }.map {
      ["kind": $0.0, "coin": grant.coin, "change": $0.1, "grant": id(of: grant)]
    }
  }

  private static func id(of grant: CustomerTruth.Grant) -> String {
    "\(grant.transactionId)-\(grant.coin)"
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

  private static func body(of status: CustomerTruth.SubscriptionTruth) -> [String: Any] {
    [
      "originalTransactionId": status.originalTransactionId,
      "subscriptionGroupId": status.subscriptionGroupId, "productId": status.productId,
      "status": status.status.rawValue, "ownership": status.ownership.rawValue,
      "expiresAt": status.expiresAt.text, "renewalOverdue": false,
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
