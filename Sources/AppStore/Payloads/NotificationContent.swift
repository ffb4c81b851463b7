/// The content of a notification about a purchase. `TEST` has neither transaction nor renewal.
package struct NotificationData: Decodable, Sendable, Hashable {
  package let appAppleId: Int64?
  package let bundleId: String?
  package let bundleVersion: String?
  package let environment: String?
  /// A separate JWS of a `TransactionPayload`.
  package let signedTransactionInfo: EnclosedJWS?
  /// A separate JWS of a `RenewalPayload`.
  package let signedRenewalInfo: EnclosedJWS?
  /// The status at the `signedDate`: 1 active, 2 expired, 3 billing retry, 4 billing grace period,
  /// 5 revoked.
  package let status: Int32?
  package let consumptionRequestReason: String?

  init(_ json: JSONObject) throws(JSONError) {
    appAppleId = try json.integer("appAppleId")
    bundleId = try json.string("bundleId")
    bundleVersion = try json.string("bundleVersion")
    environment = try json.string("environment")
    signedTransactionInfo = try json.text("signedTransactionInfo").map(EnclosedJWS.init)
    signedRenewalInfo = try json.text("signedRenewalInfo").map(EnclosedJWS.init)
    status = try json.integer("status")
    consumptionRequestReason = try json.string("consumptionRequestReason")
  }
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

  init(_ json: JSONObject) throws(JSONError) {
    requestIdentifier = try json.string("requestIdentifier")
    environment = try json.string("environment")
    appAppleId = try json.integer("appAppleId")
    bundleId = try json.string("bundleId")
    productId = try json.string("productId")
    storefrontCountryCodes = try json.strings("storefrontCountryCodes")
    succeededCount = try json.integer("succeededCount")
    failedCount = try json.integer("failedCount")
  }
}

/// A token for purchases outside the App Store.
package struct ExternalPurchaseToken: Decodable, Sendable, Hashable {
  package let externalPurchaseId: String?
  package let tokenCreationDate: Timestamp?
  package let appAppleId: Int64?
  package let bundleId: String?
  package let tokenType: String?
  package let tokenExpirationDate: Timestamp?

  init(_ json: JSONObject) throws(JSONError) {
    externalPurchaseId = try json.string("externalPurchaseId")
    tokenCreationDate = try json.timestamp("tokenCreationDate")
    appAppleId = try json.integer("appAppleId")
    bundleId = try json.string("bundleId")
    tokenType = try json.string("tokenType")
    tokenExpirationDate = try json.timestamp("tokenExpirationDate")
  }

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
  package let signedAppTransactionInfo: EnclosedJWS?

  init(_ json: JSONObject) throws(JSONError) {
    appAppleId = try json.integer("appAppleId")
    bundleId = try json.string("bundleId")
    environment = try json.string("environment")
    signedAppTransactionInfo = try json.text("signedAppTransactionInfo").map(EnclosedJWS.init)
  }
}
