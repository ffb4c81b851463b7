package import Foundation

/// The ledger's answer about one account, with the field names of the ledger's HTTP interface.
package struct LedgerAnswer: Sendable {
  private(set) var entitlements: [Entitlement]
  let subscriptions: [Subscription]
  private(set) var paidServices: [PaidService]
  /// The account's coins; nil if not requested.
  package var coins: Coins?

  /// Reads the bodies of `…/entitlements`, `…/subscriptions` and `…/tenure` with its days.
  package init(entitlementsBody: Data, subscriptionsBody: Data, tenureBody: Data) throws {
    let decoder = JSONDecoder()
    entitlements = try decoder.decode(Entitlements.self, from: entitlementsBody).entitlements
    subscriptions = try decoder.decode(Subscriptions.self, from: subscriptionsBody).subscriptions
    paidServices = try decoder.decode(Tenure.self, from: tenureBody).groups
  }

  /// Returns the answer with the ids of the purchases in place of those of their restored copies.
  package func naming(_ originals: [String: String]) -> Self {
    guard !originals.isEmpty else { return self }
    func name(_ id: String) -> String { originals[id] ?? id }
    var answer = self
    for index in entitlements.indices {
      answer.entitlements[index].transactionId = name(entitlements[index].transactionId)
    }
    for index in paidServices.indices { answer.paidServices[index].rename(name) }
    answer.coins?.rename(name)
    return answer
  }

  struct Entitlement: Decodable {
    let productId: String
    let type: String
    let originalTransactionId: String
    fileprivate(set) var transactionId: String
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
    private(set) var transactions: [Transaction]
    private(set) var days: [Day]

    fileprivate mutating func rename(_ name: (String) -> String) {
      for index in transactions.indices {
        transactions[index].transactionId = name(transactions[index].transactionId)
      }
      for day in days.indices {
        for share in days[day].transactions.indices {
          days[day].transactions[share].transactionId = name(
            days[day].transactions[share].transactionId)
        }
      }
    }

    struct Transaction: Decodable {
      fileprivate(set) var transactionId: String
      let paidDays: Int64
      let rate: String?
      let rateReason: String?
    }

    struct Day: Decodable {
      let day: String
      fileprivate(set) var transactions: [Share]
    }

    struct Share: Decodable {
      fileprivate(set) var transactionId: String
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
