package import Ledger

/// The sales, or the refunds, of one product in one storefront on one Pacific day.
package struct Sold: Hashable, Sendable {
  package struct Key: Hashable, Sendable {
    package let day: CivilDate
    /// The product id of an in-app purchase; the bundle id of an app, or its SKU where that is not known.
    package let product: String
    /// Three letters, as Apple signs it; nil if no source named it.
    package let storefront: String?
    /// The currency of the customers' prices.
    package let currency: String
    package let isRefund: Bool

    package init(
      day: CivilDate, product: String, storefront: String?, currency: String, isRefund: Bool
    ) {
      (self.day, self.product, self.storefront) = (day, product, storefront)
      (self.currency, self.isRefund) = (currency, isRefund)
    }
  }

  /// The customers' prices with taxes in milliunits, negative for refunds.
  package var sales: Int128 = 0
  /// The part of the sales at the rate after a year of paid service.
  package var salesAfterAYear: Int128 = 0
  /// The proceeds in milliunits by their currency, negative for refunds.
  package var proceeds: [String: Int128] = [:]
  /// The units of which these are the sums.
  package var parts: [SoldPart: SoldUnits] = [:]

  package init() {}

  /// Adds units to a part. The sums stay as they are.
  package mutating func add(_ units: SoldUnits, to part: SoldPart) {
    parts[part, default: SoldUnits()] += units
  }

  package var isNothing: Bool { sales == 0 && proceeds.values.allSatisfy { $0 == 0 } }
}

/// The sums of the rows of files of sold units.
package struct SoldSums: Sendable {
  private struct Sum {
    var sales = ExactDecimal.zero
    var salesAfterAYear = ExactDecimal.zero
    var proceeds: [String: ExactDecimal] = [:]
    var parts: [SoldPart: (count: Int64, proceeds: [String: ExactDecimal])] = [:]
  }

  private var sums: [Sold.Key: Sum] = [:]

  package init() {}

  /// - Parameter product: the product as the ledger names it; the row's SKU if nil.
  package mutating func add(_ row: SalesRow, of product: String? = nil) {
    add(SoldRow(row, of: product))
  }

  /// Adds a row of a file of subscribers, which names no product id. A row without a price is left out.
  package mutating func add(_ row: SubscriberRow, of product: String) {
    if let row = SoldRow(row, of: product) { add(row) }
  }

  private mutating func add(_ row: SoldRow) {
    let (sales, proceeds) = (row.price * row.units, row.proceeds * row.units)
    sums[row.key, default: Sum()].sales += sales
    if row.part.isAfterAYear { sums[row.key]?.salesAfterAYear += sales }
    sums[row.key]?.proceeds[row.proceedsCurrency, default: .zero] += proceeds
    // Free units are no sale.
    guard !row.price.isZero, row.units != 0 else { return }
    sums[row.key]?.parts[row.part, default: (0, [:])].count += row.units
    sums[row.key]?.parts[row.part]?.proceeds[row.proceedsCurrency, default: .zero] += proceeds
  }

  /// The sums in milliunits, each rounded half up; without free rows.
  package var sold: [Sold.Key: Sold] {
    sums.mapValues { sum in
      var sold = Sold()
      sold.sales = sum.sales.roundedMilliunits
      sold.salesAfterAYear = sum.salesAfterAYear.roundedMilliunits
      sold.proceeds = sum.proceeds.mapValues(\.roundedMilliunits)
      sold.parts = sum.parts.mapValues { part in
        SoldUnits(part.count, proceeds: part.proceeds.mapValues(\.roundedMilliunits))
      }
      return sold
    }.filter { !$0.value.isNothing }
  }
}
