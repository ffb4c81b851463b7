import AppleReports

/// The products by Apple's numbers, and the products of each app's SKU, as sales files tell them.
struct ProductNumbers: Sendable {
  struct Product: Hashable, Sendable {
    /// The product id of an in-app purchase; the SKU of an app.
    let sku: String
    /// The SKU of the app of an in-app purchase; blank for an app.
    let parent: String
  }

  private(set) var products: [String: Product] = [:]
  /// The product ids of in-app purchases by the SKU of their app.
  private(set) var ofApps: [String: Set<String>] = [:]

  mutating func add(_ row: SalesRow) {
    let (sku, parent) = (row.sku, row.parentIdentifier)
    if products[row.appleIdentifier] == nil {
      products[row.appleIdentifier] = Product(sku: sku, parent: parent)
    }
    if !parent.isEmpty { ofApps[parent, default: []].insert(sku) }
  }
}

/// Apple's numbers of products in files without the SKU of the app.
struct ReportedNumbers: Sendable {
  /// The numbers of files that name products by their numbers alone.
  private(set) var subscriptions: Set<String> = []
  /// The numbers of settled rows by product id.
  private(set) var settled: [String: Set<String>] = [:]

  mutating func add(subscription appleID: String) {
    subscriptions.insert(appleID)
  }

  /// Adds the rows of a settled file. Other files change nothing.
  mutating func add(_ report: AppleReport) {
    switch report.rows {
    case .financeDetail(let rows, _):
      for row in rows { settled[row.sku, default: []].insert(row.appleIdentifier) }
    case .financial(let rows, _):
      for row in rows { settled[row.vendorIdentifier, default: []].insert(row.appleIdentifier) }
    case .sales, .subscription, .subscriptionEvent, .subscriber: break
    }
  }
}
