import Ledger

/// The apps of a ledger by their SKU, which Apple's files name beside each in-app purchase.
///
/// Published prices tell the SKU of an app, and so does the row of the app itself, by Apple's number. Of another
/// SKU the products tell the app: one of them is in the journal of no other app. An app has one SKU, so that
/// products which name two for it tell nothing.
struct AppSKUs: Sendable {
  private(set) var apps: [String: BundleID]
  /// The apps with a SKU that Apple's number or published prices tell.
  let certain: Set<BundleID>

  init(_ ledger: LedgerApps, _ told: ProductNumbers) {
    apps = ledger.bySKU
    for (appleID, app) in ledger.byAppleID {
      if let product = told.products[appleID], product.parent.isEmpty { apps[product.sku] = app }
    }
    certain = Set(apps.values)
    while true {
      let found = inferred(ledger, told)
      if found.isEmpty { break }
      apps.merge(found) { known, _ in known }
    }
  }

  /// Returns the SKUs with products of one app alone that no other such SKU names.
  private func inferred(_ ledger: LedgerApps, _ told: ProductNumbers) -> [String: BundleID] {
    let known = Set(apps.values)
    var skus: [BundleID: [String]] = [:]
    for (sku, products) in told.ofApps where apps[sku] == nil {
      let named = products.reduce(into: Set<BundleID>()) { named, product in
        let holders = ledger.holders(of: product)
        if holders.count == 1 { named.formUnion(holders) }
      }.subtracting(known)
      if named.count == 1, let app = named.first { skus[app, default: []].append(sku) }
    }
    return skus.reduce(into: [:]) { found, item in
      if item.value.count == 1 { found[item.value[0]] = item.key }
    }
  }
}
