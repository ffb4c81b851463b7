package import Foundation

/// The ledger's answer about one account, with the field names of the ledger's HTTP interface.
package struct LedgerAnswer: Sendable {
  let entitlements: [Entitlement]
  let subscriptions: [Subscription]
  let paidServices: [PaidService]
  /// The account's coins; nil if not requested.
  package var coins: Coins?

  /// Reads the bodies of `…/entitlements`, `…/subscriptions` and `…/tenure` with its days.
  package init(entitlementsBody: Data, subscriptionsBody: Data, tenureBody: Data) throws {
    let decoder = JSONDecoder()
    entitlements = try decoder.decode(Entitlements.self, from: entitlementsBody).entitlements
    subscriptions = try decoder.decode(Subscriptions.self, from: subscriptionsBody).subscriptions
    paidServices = try decoder.decode(Tenure.self, from: tenureBody).groups
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

  struct PaidService: Decodable {
    let subscriptionGroupId: String
    let daysOfPaidService: Int64
    let state: String
    let paidThrough: String?
    let restartsAt: String?
    let transactions: [Transaction]
    let days: [Day]

    struct Transaction: Decodable {
      let transactionId: String
      let paidDays: Int64
      let rate: String?
      let rateReason: String?
    }

    struct Day: Decodable {
      let day: String
      let transactions: [Share]
    }

    struct Share: Decodable {
      let transactionId: String
      let seconds: Int64
    }
  }

  private struct Entitlements: Decodable {
    let entitlements: [Entitlement]
  }

  private struct Subscriptions: Decodable {
    let subscriptions: [Subscription]
  }

  private struct Tenure: Decodable {
    let groups: [PaidService]
  }
}
