/// A difference between the ledger and Apple's sales files, as an amount to be added to the ledger's
/// figure.
package struct SalesDifference: Hashable, Sendable {
  package enum Reason: String, CaseIterable, Sendable {
    /// Apple's file of the day is missing: what the ledger has of it is not compared.
    case missingFile = "no file of Apple's"
    /// Apple's file has rows of this product id, which several apps have, and no kept file tells the app of
    /// each: what the ledger has of it is not compared.
    case undivided =
      "not divided among apps: import SALES files and give each app's appAppleId"
    /// The ledger has sold or refunded what Apple's file does not tell.
    case notInFiles = "not in Apple's files"
    /// Apple's file tells what the ledger does not have.
    case notInLedger = "not in the ledger"
    /// Both have it, on neighboring days.
    case otherDay = "on another day"
    /// Both have it, Apple with another number of units; or with another sum, where the ledger does not
    /// know the number.
    case otherAmount = "another amount"
    /// Both have as many units, at other prices.
    case otherPrice = "another price"
    /// Apple counts as a first purchase what the ledger has as a renewal.
    case newForRenewal = "new instead of renewal"
    /// Apple counts as a renewal what the ledger has as a purchase.
    case renewalForNew = "renewal instead of new"
    /// Apple counts another part of the sales at the rate after a year of paid service.
    case otherRate = "another rate"
    /// Apple pays in another currency than that of the customers' prices.
    case otherCurrency = "paid in another currency"
    /// Sales and rate agree; the tax, which no signed transaction tells, was estimated otherwise.
    case estimatedTax = "estimated tax"
  }

  /// The units that differ.
  package struct Units: Hashable, Sendable {
    /// The units as Apple divides them, or as the ledger does if only the ledger has them.
    package let part: SoldPart
    /// The number of units, negative for refunds; Apple's less the ledger's for another amount.
    package let count: Int64
  }

  package var reason: Reason
  package let key: Sold.Key
  /// Nil if the difference is one of sums.
  package let units: Units?
  /// Milliunits of the customers' currency.
  package let sales: Int128
  /// Milliunits of the currency of the proceeds.
  package let proceeds: Int128
  package let proceedsCurrency: String
}
