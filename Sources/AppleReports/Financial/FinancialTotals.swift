/// The totals that a settled report states after its rows. Each was compared with the rows, except
/// those in `unchecked`.
package struct FinancialTotals: Hashable, Sendable {
  /// The total of one country and currency, from the block at the end of a report.
  package struct Country: Hashable, Sendable {
    /// Three letters, as Apple signs it; text that is no known code as it was.
    package let storefront: String
    package let currency: String
    package let quantity: ExactDecimal
    package let extendedPartnerShare: ExactDecimal
  }

  /// `Total_Rows`
  package internal(set) var rows: ExactDecimal?
  /// `Total_Units`
  package internal(set) var units: ExactDecimal?
  /// `Total_Amount`, without a currency or once for each currency.
  package internal(set) var amounts: [String?: ExactDecimal] = [:]
  package internal(set) var countries: [Country] = []
  /// The names of totals that could not be compared: unknown ones, and an amount without a currency
  /// where the rows have several.
  package internal(set) var unchecked: [String] = []

  /// True if the report states no total, so that a missing end of the file went unnoticed.
  package var isEmpty: Bool {
    rows == nil && units == nil && amounts.isEmpty && countries.isEmpty && unchecked.isEmpty
  }
}

/// The sums of the rows of a settled report.
struct SettledSums {
  struct Country: Hashable {
    let storefront: String
    let currency: String
  }

  let rows: ExactDecimal
  private(set) var units = ExactDecimal.zero
  private(set) var amounts: [String: ExactDecimal] = [:]
  private(set) var countries: [Country: (quantity: ExactDecimal, amount: ExactDecimal)] = [:]

  init(_ rows: [some SettledRow]) {
    self.rows = ExactDecimal(Int64(rows.count))
    for row in rows {
      let quantity = ExactDecimal(row.quantity)
      units += quantity
      amounts[row.currency, default: .zero] += row.extendedPartnerShare
      let country = Country(storefront: row.storefront, currency: row.currency)
      let before = countries[country] ?? (.zero, .zero)
      countries[country] = (before.quantity + quantity, before.amount + row.extendedPartnerShare)
    }
  }
}
