/// The publication of the taxes in an app's prices, as Apple's files tell them.
///
/// They replace those published for the app before, and go before the table of estimates. A charge whose
/// tax changes is adjusted in the journal.
package struct TaxesPublished: SharedContent, Codable {
  package let bundleID: BundleID
  package let rows: [TaxTable.Row]
  /// The person who published them.
  package let author: String
  package let publishedAt: Instant

  package init(
    bundleID: BundleID, rows: [TaxTable.Row], author: String, publishedAt: Instant
  ) {
    self.bundleID = bundleID
    self.rows = rows
    self.author = author
    self.publishedAt = publishedAt
  }

  package static var type: EventType { .taxesPublished }
  package var assertedAt: Instant { publishedAt }

  package var digest: Digest {
    var form = CanonicalForm(26)
    form.add(3, bundleID)
    form.add(6, publishedAt)
    form.add(70, author)
    for row in rows {
      form.add(71, row.storefront)
      form.add(72, row.productID)
      form.add(73, row.from)
      form.add(74, Int64(row.thousandths))
    }
    return form.digest
  }
}
