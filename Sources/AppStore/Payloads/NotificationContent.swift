/// The content of a notification about a purchase. `TEST` has neither transaction nor renewal.
package struct NotificationData: Decodable, Sendable, Hashable {
  package let appAppleId: Int64?
  package let bundleId: String?
  package let bundleVersion: String?
  package let environment: String?
  /// A separate JWS of a `TransactionPayload`.
  package let signedTransactionInfo: String?
  /// A separate JWS of a `RenewalPayload`.
  package let signedRenewalInfo: String?
  /// The status at the `signedDate`: 1 active, 2 expired, 3 billing retry, 4 billing grace period,
  /// 5 revoked.
  package let status: Int32?
  package let consumptionRequestReason: String?
}

/// The outcome of extending many renewal dates at once.
package struct NotificationSummary: Decodable, Sendable, Hashable {
  package let requestIdentifier: String?
  package let environment: String?
  package let appAppleId: Int64?
  package let bundleId: String?
  package let productId: String?
  /// Three-letter country codes; nil means every storefront.
  package let storefrontCountryCodes: [String]?
  package let succeededCount: Int64?
  package let failedCount: Int64?
}

/// A token for purchases outside the App Store.
package struct ExternalPurchaseToken: Decodable, Sendable, Hashable {
  package let externalPurchaseId: String?
  package let tokenCreationDate: Timestamp?
  package let appAppleId: Int64?
  package let bundleId: String?
  package let tokenType: String?
  package let tokenExpirationDate: Timestamp?

  /// `Sandbox` if the id begins with `SANDBOX`, else `Production`; nil without an id.
  package var environment: String? {
    externalPurchaseId.map { $0.hasPrefix("SANDBOX") ? "Sandbox" : "Production" }
  }
}

/// The content of a notification about the app itself rather than a purchase.
package struct NotificationAppData: Decodable, Sendable, Hashable {
  package let appAppleId: Int64?
  package let bundleId: String?
  package let environment: String?
  /// A separate JWS of an `AppTransactionPayload`.
  package let signedAppTransactionInfo: String?
}
