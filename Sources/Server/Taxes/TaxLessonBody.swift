import AppleReports
import Ledger

/// A lesson of Apple's files about taxes, as the command prints it.
package struct TaxLessonBody: LessonBody {
  let changes: [Change]
  let unexplained: [Unexplained]
  /// The products that were not read, as no kept file assigns their rows to one of several apps.
  let undivided: [String]
  /// The number of units whose price and proceeds were read.
  let units: Int64
  /// True if the books use these taxes.
  let isInForce: Bool

  struct Change: Encodable, Sendable {
    let storefront: String
    let product: String
    let from: String
    /// A fraction of the price without tax, as 0.07.
    let tax: String
    let before: String
    let units: Int64

    init(_ change: TaxLearner.Change) {
      storefront = change.product.storefront
      product = change.product.productID.rawValue
      from = change.from.description
      tax = CommissionRate.fraction(change.thousandths)
      before = CommissionRate.fraction(change.before)
      units = change.units
    }
  }

  struct Unexplained: Encodable, Sendable {
    let storefront: String
    let product: String
    let date: String
    let currency: String
    let price: String
    let proceeds: String
    let commission: String

    init(_ row: TaxLearner.Unexplained) {
      storefront = row.product.storefront
      product = row.product.productID.rawValue
      date = row.day.description
      currency = row.currency
      price = row.price.description
      proceeds = row.proceeds.description
      commission = CommissionRate.fraction(row.commission)
    }

    var text: String {
      "\(product) in \(storefront) on \(date): of \(price) \(currency) Apple paid \(proceeds), which no "
        + "tax explains at a commission of \(commission)"
    }
  }

  init(_ lesson: TaxLearner.Lesson, _ undivided: Set<ProductID>, isInForce: Bool) {
    changes = lesson.changes.map(Change.init)
    unexplained = lesson.unexplained.map(Unexplained.init)
    self.undivided = undivided.map(\.rawValue).sorted()
    units = lesson.units
    self.isInForce = isInForce
  }

  package var lines: [String] {
    let told = changes.map { change in
      "\(change.product) in \(change.storefront) from \(change.from): tax \(change.tax) instead of "
        + "\(change.before), by \(change.units) units"
    }
    let state =
      units == 0
      ? "There is no sales file with a price: import some by `daicho report reconciliation --apple-files`."
      : told.isEmpty
        ? "The taxes of the table explain the proceeds of all \(units) units."
        : isInForce ? "These taxes are in force." : "Publish them by --by NAME."
    let unread =
      undivided.isEmpty
      ? [] : ["not learned: " + UndividedProducts.sentence(undivided.map { ProductID($0) })]
    return told + unexplained.map(\.text) + unread + [state]
  }
}
