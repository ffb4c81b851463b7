/// The publication of an app's catalog, valid from a moment on.
///
/// The catalog is valid in every environment of the app, because the sandbox sells the same
/// products. Amounts of earlier grants do not change.
package struct CatalogPublished: SharedContent, Codable {
  package let bundleID: BundleID
  package let catalog: Catalog
  package let validFrom: Instant
  package let publishedAt: Instant

  package init(
    bundleID: BundleID, catalog: Catalog, validFrom: Instant, publishedAt: Instant
  ) {
    self.bundleID = bundleID
    self.catalog = catalog
    self.validFrom = validFrom
    self.publishedAt = publishedAt
  }

  /// The stored spelling.
  private enum CodingKeys: String, CodingKey {
    case bundleID, validFrom, publishedAt
    case catalog = "catalogue"
  }

  package static var type: EventType { .catalogPublished }
  package var assertedAt: Instant { publishedAt }

  package var digest: Digest {
    var form = CanonicalForm(10)
    form.add(3, bundleID)
    form.add(6, publishedAt)
    form.add(13, validFrom)
    for product in catalog.products { form.add(product) }
    for (coin, declaration) in catalog.declarations.sorted(by: { $0.key < $1.key }) {
      form.add(67, coin)
      form.add(68, declaration.wallet.rawValue)
      form.add(91, declaration.creditMax)
      form.add(77, declaration.spendFirst?.rawValue)
    }
    return form.digest
  }
}

extension CanonicalForm {
  fileprivate mutating func add(_ product: CatalogProduct) {
    add(30, product.productID)
    add(31, product.type)
    add(32, product.subscriptionGroupID)
    add(33, product.level.map(Int64.init))
    add(34, product.period?.duration)
    for offer in product.offers { add(146, offer) }
    add(35, product.grants != nil)
    for grant in product.grants ?? [] {
      add(36, grant.coin)
      add(37, grant.amount)
      add(38, grant.duringTrial)
      add(66, grant.onUpgrade?.rawValue)
    }
  }
}
