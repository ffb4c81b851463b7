import AppStoreSimulator

/// Where a ledger asks a false Apple, and with which key.
struct StoreAccess: Sendable {
  let url: String
  let key: DeveloperKey
  /// Whether the ledger finishes there what games acknowledge.
  var finishes = false
}
