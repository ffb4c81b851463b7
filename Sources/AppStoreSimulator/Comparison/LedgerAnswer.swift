package import Foundation

/// What the ledger says of one account, in the words of its interface.
package struct LedgerAnswer: Sendable {
  let entitlements: [Entitlement]
  let subscriptions: [Subscription]

  /// Reads the bodies of `…/entitlements` and `…/subscriptions`.
  package init(entitlementsBody: Data, subscriptionsBody: Data) throws {
    let decoder = JSONDecoder()
    entitlements = try decoder.decode(Entitlements.self, from: entitlementsBody).entitlements
    subscriptions = try decoder.decode(Subscriptions.self, from: subscriptionsBody).subscriptions
  }

  struct Entitlement: Decodable {
    let productId: String
    let type: String
    let originalTransactionId: String
    let transactionId: String
    let subscriptionGroupId: String?
    let ownership: String
    let state: String
    let expiresAt: String?
    let because: [String]
  }

  struct Subscription: Decodable {
    let originalTransactionId: String
    let subscriptionGroupId: String?
    let productId: String
    let status: String
    let ownership: String
    let expiresAt: String
    let gracePeriodExpiresAt: String?
    let renewalOverdue: Bool
  }

  private struct Entitlements: Decodable {
    let entitlements: [Entitlement]
  }

  private struct Subscriptions: Decodable {
    let subscriptions: [Subscription]
  }
}
