/// The `data` of a notification about a purchase.
package struct SignableNotificationData: Encodable, Sendable {
  package var appAppleId: Int64?
  package var bundleId: String
  package var bundleVersion: String? = "1"
  package var environment: String
  package var signedTransactionInfo: String?
  package var signedRenewalInfo: String?
  /// The status: 1 active, 2 expired, 3 billing retry, 4 billing grace period, 5 revoked.
  package var status: Int32?
  package var consumptionRequestReason: String?

  package init(bundleId: String, environment: String = "Sandbox", appAppleId: Int64? = nil) {
    self.bundleId = bundleId
    self.environment = environment
    self.appAppleId = appAppleId
  }
}

/// The `summary` of a mass extension.
package struct SignableSummary: Encodable, Sendable {
  package var requestIdentifier: String
  package var environment: String
  package var appAppleId: Int64?
  package var bundleId: String
  package var productId: String
  package var storefrontCountryCodes: [String]?
  package var succeededCount: Int64
  package var failedCount: Int64

  package init(
    requestIdentifier: String, bundleId: String, productId: String, succeededCount: Int64,
    failedCount: Int64, environment: String = "Sandbox"
  ) {
    self.requestIdentifier = requestIdentifier
    self.bundleId = bundleId
    self.productId = productId
    self.succeededCount = succeededCount
    self.failedCount = failedCount
    self.environment = environment
  }
}

/// An `externalPurchaseToken`. An id that begins with `SANDBOX` belongs to the sandbox.
package struct SignableExternalPurchaseToken: Encodable, Sendable {
  package var externalPurchaseId: String
  /// The date of the token in milliseconds since 1970.
  package var tokenCreationDate: Int64
  package var appAppleId: Int64?
  package var bundleId: String
  package var tokenType: String?
  package var tokenExpirationDate: Int64?
}

/// The `appData` of a notification about the app itself.
package struct SignableAppData: Encodable, Sendable {
  package var appAppleId: Int64?
  package var bundleId: String
  package var environment: String
  package var signedAppTransactionInfo: String?

  package init(
    bundleId: String, environment: String = "Sandbox", signedAppTransactionInfo: String? = nil
  ) {
    self.bundleId = bundleId
    self.environment = environment
    self.signedAppTransactionInfo = signedAppTransactionInfo
  }
}
