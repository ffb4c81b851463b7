/// The proceeds of an app that Apple settled in a fiscal month, by one of Apple's files.
package struct SettledMonth: Hashable, Sendable {
  /// The product, storefront and currency of an amount.
  package struct Place: Hashable, Comparable, Sendable {
    package let productID: ProductID
    /// The App Store by Apple's three-letter code, or the file's own text if it is no known code.
    package let storefront: String
    /// The currency of the proceeds, which need not be the one that customers paid in.
    package let currency: String

    package init(_ productID: ProductID, in storefront: String, _ currency: String) {
      self.productID = productID
      self.storefront = storefront
      self.currency = currency
    }

    package static func < (left: Place, right: Place) -> Bool {
      (left.productID.rawValue, left.storefront, left.currency)
        < (right.productID.rawValue, right.storefront, right.currency)
    }
  }

  /// The days of the fiscal month, in Pacific time.
  package let days: ClosedRange<CivilDate>
  /// The digest of the decompressed file.
  package let file: Digest
  /// The amounts in milliunits, negative where refunds outweigh sales, without zeros.
  package let amounts: [Place: Int64]

  package init(days: ClosedRange<CivilDate>, file: Digest, amounts: [Place: Int64]) {
    self.days = days
    self.file = file
    self.amounts = amounts.filter { $0.value != 0 }
  }
}
