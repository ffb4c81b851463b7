import Ledger

/// The facts about the apps of a ledger by which the rows of Apple's files are assigned to them.
struct LedgerApps: Sendable {
  /// The products of each app that the journal has.
  let products: [BundleID: Set<String>]
  /// The apps by Apple's number, as far as they are configured with it.
  let byAppleID: [String: BundleID]
  /// The apps by their SKU, as far as their prices are published.
  let bySKU: [String: BundleID]

  /// - Parameter app: an app that need not be in the journal.
  init(
    with app: BundleID, products: [BundleID: Set<String>], appleIDs: [BundleID: Int64],
    by shared: SharedState
  ) {
    self.products = products
    var (byAppleID, bySKU): ([String: BundleID], [String: BundleID]) = ([:], [:])
    for (app, number) in appleIDs { byAppleID[String(number)] = app }
    for app in Set(products.keys).union(appleIDs.keys).union([app]) {
      if let sku = shared.prices(of: app)?.sku { bySKU[sku] = app }
    }
    (self.byAppleID, self.bySKU) = (byAppleID, bySKU)
  }

  /// Returns true if Apple's number of an app is configured.
  func knowsAppleID(of app: BundleID) -> Bool { byAppleID.values.contains(app) }

  /// Returns the ledger's name of a product of an app: the app itself goes by its bundle id.
  func product(_ sku: String, of app: BundleID) -> String {
    bySKU[sku] == app ? app.rawValue : sku
  }

  /// Returns the apps that have a product in their journal.
  func holders(of sku: String) -> [BundleID] {
    products.filter { app, products in products.contains(product(sku, of: app)) }.map(\.key)
  }
}
