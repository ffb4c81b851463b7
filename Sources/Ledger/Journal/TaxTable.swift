/// The taxes that are assumed to be in a price, by storefront and date. They are estimates: Apple's files
/// tell the proceeds, and no signed transaction tells the tax.
package struct TaxTable: Sendable {
  package struct Row: Hashable, Sendable {
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

  /// The rows of each storefront, the latest first.
  private let rows: [String: [Row]]

  /// A table without taxes: a price is taken for one without tax.
  package static let none = TaxTable(rows: [])

  package init(rows: [Row]) {
    self.rows = Dictionary(grouping: rows, by: \.storefront).mapValues { rows in
      rows.sorted { ($0.from ?? .distantPast) > ($1.from ?? .distantPast) }
    }
  }

  /// Returns the tax of a storefront at a moment, in thousandths of the price without it.
  func thousandths(in storefront: String?, at moment: Instant) -> Int {
    let row = storefront.flatMap { rows[$0] }?
      .first { $0.from.map { $0 <= moment } ?? true }
    return row?.thousandths ?? 0
  }
}
