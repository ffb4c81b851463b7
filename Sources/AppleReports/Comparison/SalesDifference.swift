/// A difference between the ledger and Apple's sales files, as an amount to be added to the ledger's
/// figure.
package struct SalesDifference: Hashable, Sendable {
  package enum Reason: String, CaseIterable, Sendable {
    /// Apple's file of the day is missing: what the ledger has of it is not compared.
    case missingFile = "no file of Apple's"
    /// The ledger has sold or refunded what Apple's file does not tell.
    case notInFiles = "not in Apple's files"
    /// Apple's file tells what the ledger does not have.
    case notInLedger = "not in the ledger"
    /// Both have it, on neighboring days.
    case otherDay = "on another day"
    /// Both have it with other prices or another number.
    case otherAmount = "another amount"
    /// Apple counts another part of the sales at the rate after a year of paid service.
    case otherRate = "another rate"
    /// Apple pays in another currency than that of the customers' prices.
    case otherCurrency = "paid in another currency"
    /// Sales and rate agree; the tax, which no signed transaction tells, was estimated otherwise.
    case estimatedTax = "estimated tax"
  }

  package var reason: Reason
  package let key: Sold.Key
  /// Milliunits of the customers' currency.
  package let sales: Int128
  /// Milliunits of the currency of the proceeds.
  package let proceeds: Int128
  package let proceedsCurrency: String
}
