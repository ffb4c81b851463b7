/// We said what an app sells and which coins that grants, from a moment on.
///
/// It holds in every environment of the app: the sandbox sells the same products. Amounts of grants
/// made before stay what they were.
package struct CataloguePublished: Hashable, Sendable, Codable {
  package let bundleID: BundleID
  package let catalogue: Catalogue
  package let validFrom: Instant
  package let publishedAt: Instant

  package init(
    bundleID: BundleID, catalogue: Catalogue, validFrom: Instant, publishedAt: Instant
  ) {
    self.bundleID = bundleID
    self.catalogue = catalogue
    self.validFrom = validFrom
    self.publishedAt = publishedAt
  }

  package var digest: Digest {
    var form = CanonicalForm(10)
    form.add(3, bundleID)
    form.add(6, publishedAt)
    form.add(13, validFrom)
    for product in catalogue.products { form.add(product) }
    return form.digest
  }
}

extension CanonicalForm {
  fileprivate mutating func add(_ product: CatalogueProduct) {
    add(30, product.productID)
    add(31, product.type)
    add(32, product.subscriptionGroupID)
    add(33, product.level.map(Int64.init))
    add(34, product.period?.duration)
    add(35, product.grants != nil)
    for grant in product.grants ?? [] {
      add(36, grant.coin)
      add(37, grant.amount)
      add(38, grant.duringTrial)
    }
  }
}
