/// The publication of the prices of an app itself, as Apple's files tell them by Pacific days.
///
/// They replace those published for the app before. A purchase of the app on one of these days is a charge,
/// and the books take out the charge of a day that lost its price.
package struct PricesPublished: SharedContent, Codable {
  package let bundleID: BundleID
  /// The app's SKU in Apple's files.
  package let sku: String
  package let rows: [AppPrices.Row]
  /// The person who published them.
  package let author: String
  package let publishedAt: Instant

  package init(
    bundleID: BundleID, sku: String, rows: [AppPrices.Row], author: String, publishedAt: Instant
  ) {
    self.bundleID = bundleID
    self.sku = sku
    self.rows = rows
    self.author = author
    self.publishedAt = publishedAt
  }

  package static var type: EventType { .pricesPublished }
  package var assertedAt: Instant { publishedAt }

  package var digest: Digest {
    var form = CanonicalForm(28)
    form.add(3, bundleID)
    form.add(6, publishedAt)
    form.add(70, author)
    form.add(71, sku)
    for row in rows {
      form.add(72, row.storefront)
      form.add(73, row.currency)
      form.add(74, row.price)
      form.add(75, row.firstDay.description)
      form.add(76, row.lastDay.description)
    }
    return form.digest
  }
}
