/// The current statuses of a customer's subscriptions.
package struct AllSubscriptionStatuses: Sendable, Decodable, Hashable {
  package let environment: String?
  package let bundleId: String?
  /// Absent in the sandbox.
  package let appAppleId: Int64?
  package let data: [Group]

  package struct Group: Sendable, Decodable, Hashable {
    package let subscriptionGroupIdentifier: String?
    package let lastTransactions: [LastTransaction]
  }

  /// The latest transaction and renewal of one chain. Neither JWS is verified yet.
  package struct LastTransaction: Sendable, Decodable, Hashable {
    package let status: Int32?
    package let originalTransactionId: String?
    package let signedTransactionInfo: String?
    package let signedRenewalInfo: String?
  }
}
