import AppStoreSimulator

/// Where a ledger asks a false Apple, and with which key.
struct StoreAccess: Sendable {
  let url: String
  let key: DeveloperKey
  /// Whether the ledger finishes there what games acknowledge.
  var finishes = false
  /// How much of Apple's limits it takes; nil for what it takes by itself.
  var sharePercent: Int?
}
