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
    package let status: Status?
    package let originalTransactionId: String?
    package let signedTransactionInfo: String?
    package let signedRenewalInfo: String?
  }

  /// An open set of statuses: an unknown number is kept as received.
  package struct Status: RawRepresentable, Sendable, Codable, Hashable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    package static let active = Self(rawValue: 1)
    package static let expired = Self(rawValue: 2)
    package static let billingRetry = Self(rawValue: 3)
    package static let billingGracePeriod = Self(rawValue: 4)
    package static let revoked = Self(rawValue: 5)
  }
}
