/// The taxes that are assumed to be in a price, by storefront and date. They are estimates: Apple's files
/// tell the proceeds, and no signed transaction tells the tax.
package struct TaxTable: Hashable, Codable, Sendable {
  package struct Row: Hashable, Codable, Sendable {
    /// The App Store by Apple's three-letter code.
    package let storefront: String
    /// The first moment at which the tax holds; nil for the beginning.
    package let from: Instant?
    /// The tax as thousandths of the price without it: 190 is 19 %.
    package let thousandths: Int

    package init(storefront: String, from: Instant? = nil, thousandths: Int) {
      self.storefront = storefront
      self.from = from
      self.thousandths = thousandths
    }
  }

  package let rows: [Row]

  /// A table without taxes: a price is taken for one without tax.
  package static let none = TaxTable(rows: [])

  package init(rows: [Row]) {
    self.rows = rows
  }

  /// Returns the tax of a storefront at a moment, in thousandths of the price without it.
  func thousandths(in storefront: String?, at moment: Instant) -> Int {
    rows.filter { $0.storefront == storefront && $0.from.map { $0 <= moment } ?? true }
      .max { ($0.from ?? .distantPast) < ($1.from ?? .distantPast) }?.thousandths ?? 0
  }
}
