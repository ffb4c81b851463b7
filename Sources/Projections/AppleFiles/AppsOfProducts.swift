import AppleReports
import Ledger

/// The rule that divides the rows of Apple's files among the apps of a ledger, from the view of one app.
///
/// A file has the rows of all apps of a developer, and a product id is unique within its app alone. Rows belong to
/// the app of Apple's number or of the app's SKU, and by their product id only where one app has it.
struct AppsOfProducts: Sendable {
  enum Assignment {
    case own
    /// The row belongs to another app, which need not be one of the ledger.
    case other
    /// Several apps have the product id, and no kept file tells the one that the row belongs to.
    case undivided
  }

  private let app: BundleID
  private let ledger: LedgerApps
  private let told: ProductNumbers
  private let numbers: ReportedNumbers
  private let skus: AppSKUs
  /// The app's own products of which sales files tell Apple's number.
  private var numbered: Set<String> = []

  init(
    of app: BundleID, in ledger: LedgerApps, told: ProductNumbers,
    naming numbers: ReportedNumbers = ReportedNumbers()
  ) {
    (self.app, self.ledger, self.told, self.numbers) = (app, ledger, told, numbers)
    skus = AppSKUs(ledger, told)
    numbered = Set(
      told.products.filter { assignment(of: $1, $0) == .own }.map(\.value.sku))
  }

  /// Returns the ledger's name of one of the app's products.
  func product(_ sku: String) -> String { ledger.product(sku, of: app) }

  /// Returns the product of Apple's number; nil if no sales file names it.
  func product(numbered appleID: String) -> String? {
    told.products[appleID].map { product($0.sku) }
  }

  /// Returns true if the journal has a product of the app.
  func isSold(_ product: ProductID) -> Bool {
    ledger.products[app]?.contains(product.rawValue) ?? false
  }

  func assignment(of row: SalesRow) -> Assignment {
    assignment(
      of: ProductNumbers.Product(sku: row.sku, parent: row.parentIdentifier), row.appleIdentifier)
  }

  /// Returns the assignment of a settled row, which does not name the app.
  func assignment(ofSettled sku: String, _ appleID: String) -> Assignment {
    if let named = assignment(byAppleID: appleID) { return named }
    if let product = told.products[appleID], product.sku == sku {
      return assignment(of: product, appleID)
    }
    let holders = ledger.holders(of: sku)
    guard holders.contains(app) else { return holders.isEmpty ? .own : .other }
    let isOnlyNumber = (numbers.settled[sku] ?? []).count <= 1
    if holders.count == 1, isOnlyNumber { return .own }
    return !appleID.isEmpty && numbered.contains(sku) ? .other : .undivided
  }

  /// Returns the assignment of a row of a file about subscriptions.
  ///
  /// - Parameter appAppleID: Apple's number of the app.
  func assignment(ofSubscription appleID: String, in appAppleID: String) -> Assignment {
    if let named = assignment(byAppleID: appAppleID) { return named }
    if ledger.knowsAppleID(of: app), !appAppleID.isEmpty { return .other }
    return told.products[appleID].map { assignment(of: $0, appleID) } ?? .own
  }

  /// Returns true if further sales files would not change an assignment.
  func isTold(enoughBy needed: Set<String>) -> Bool {
    (skus.certain.contains(app) || !ledger.knowsAppleID(of: app))
      && needed.allSatisfy { told.products[$0] != nil }
      && told.products.allSatisfy { assignment(of: $1, $0) != .undivided }
  }

  private func assignment(byAppleID appleID: String) -> Assignment? {
    ledger.byAppleID[appleID].map { $0 == app ? .own : .other }
  }

  private func assignment(
    of product: ProductNumbers.Product, _ appleID: String
  ) -> Assignment {
    if let named = assignment(byAppleID: appleID) { return named }
    let isItself = product.parent.isEmpty
    if let named = skus.apps[isItself ? product.sku : product.parent] {
      return named == app ? .own : .other
    }
    if skus.certain.contains(app) || isItself && ledger.knowsAppleID(of: app) { return .other }
    let holders = ledger.holders(of: product.sku)
    guard holders.contains(app) else { return holders.isEmpty ? .own : .other }
    if skus.apps.values.contains(app) { return .other }
    return holders.count > 1 || told.ofApps[product.parent] != nil ? .undivided : .own
  }
}
