import AppStoreSimulator

/// The address and key with which a ledger asks a simulated Apple.
struct StoreAccess: Sendable {
  let url: String
  let key: DeveloperKey
  /// True if the ledger finishes transactions there once games acknowledge their grants.
  var finishes = false
  /// The percentage of Apple's limits that the ledger uses, or nil for its default.
  var sharePercent: Int?
}

/// The secret, root and address with which a ledger accepts Apple's older sources.
struct OlderSourcesAccess: Sendable {
  /// The app's shared secret; nil for a ledger without.
  let sharedSecret: String?
  /// The root of app receipts; nil for a ledger that trusts none.
  let rootCertificatePEM: String?
  /// The address before `/verifyReceipt`, which replaces Apple's.
  let verifyReceiptURL: String
}
