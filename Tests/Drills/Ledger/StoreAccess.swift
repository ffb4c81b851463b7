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
