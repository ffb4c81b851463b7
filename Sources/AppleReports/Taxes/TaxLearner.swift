package import Ledger

/// A learner of the taxes in prices from Apple's daily sales files.
///
/// The signed transactions tell the price with tax and the files tell the proceeds: with Apple's commission
/// they tell the tax. Proceeds are rounded, so that a row allows a range of taxes; the tax in force stays
/// while all rows allow it.
package struct TaxLearner {
  /// The place of a learned tax.
  package struct Product: Hashable, Comparable, Sendable {
    package let storefront: String
    package let productID: ProductID

    package static func < (left: Product, right: Product) -> Bool {
      (left.storefront, left.productID) < (right.storefront, right.productID)
    }
  }

  /// A tax that the files tell in place of the one in force.
  package struct Change: Hashable, Sendable {
    package let product: Product
    /// The first Pacific day, of those with sales.
    package let from: CivilDate
    /// In thousandths of the price without tax.
    package let thousandths: Int
    package let before: Int
    /// The number of units that tell it.
    package let units: Int64
  }

  /// A price and proceeds that no tax explains: Apple's commission is not that of the terms.
  package struct Unexplained: Hashable, Sendable {
    package let product: Product
    package let day: CivilDate
    package let price: ExactDecimal
    package let proceeds: ExactDecimal
    package let currency: String
    /// The commission of the terms in thousandths.
    package let commission: Int
  }

  /// The sum of all that the files tell.
  package struct Lesson: Hashable, Sendable {
    package fileprivate(set) var changes: [Change] = []
    /// The earliest of each product.
    package let unexplained: [Unexplained]
    /// The number of units whose price and proceeds were read.
    package let units: Int64

    /// The rows to publish: they replace those published before.
    package var rows: [TaxTable.Row] {
      changes.map { change in
        TaxTable.Row(
          storefront: change.product.storefront, productID: change.product.productID,
          from: PacificTime.start(of: change.from), thousandths: change.thousandths)
      }
    }
  }

  private var told: [Product: [CivilDate: [ToldTax]]] = [:]
  private var unexplained: [Product: Unexplained] = [:]
  private var units: Int64 = 0

  package init() {}

  /// Reads a row of one day. Refunds are left out, as they have the tax of the day of purchase, and so are
  /// free units and proceeds in another currency.
  ///
  /// - Parameters:
  ///   - product: the product as the ledger names it; the row's SKU if nil.
  ///   - commission: Apple's share by the terms in thousandths, for one unit of the row.
  package mutating func add(_ row: SalesRow, of product: ProductID? = nil, commission: Int) {
    guard row.units > 0, row.customerCurrency == row.proceedsCurrency,
      ExactDecimal.zero < row.customerPrice, ExactDecimal.zero < row.developerProceeds
    else { return }
    let product = Product(
      storefront: row.storefront, productID: product ?? ProductID(row.sku))
    let day = row.period.lowerBound
    units += row.units
    guard
      let range = TaxRange(
        price: row.customerPrice, proceeds: row.developerProceeds,
        currency: row.proceedsCurrency, commission: commission)
    else {
      if let known = unexplained[product], known.day <= day { return }
      unexplained[product] = Unexplained(
        product: product, day: day, price: row.customerPrice, proceeds: row.developerProceeds,
        currency: row.proceedsCurrency, commission: commission)
      return
    }
    told[product, default: [:]][day, default: []].append(ToldTax(range: range, units: row.units))
  }

  /// Returns what the rows tell beside the estimates. Of the products of a storefront, the one whose prices
  /// allow the fewest taxes is decided first, and the others follow it where they can.
  package func lesson(beside estimates: TaxTable = .estimates) -> Lesson {
    var lesson = Lesson(
      unexplained: unexplained.values.sorted { $0.product < $1.product }, units: units)
    for storefront in Set(told.keys.map(\.storefront)).sorted() {
      let products = told.filter { $0.key.storefront == storefront }.map { product, days in
        (product, runs: TaxRun.runs(of: days))
      }
      let sorted = products.sorted { left, right in
        (left.runs.narrowest, left.0) < (right.runs.narrowest, right.0)
      }
      var learned: [Int] = []
      for (product, runs) in sorted {
        let changes = changes(of: product, runs, after: learned, estimates)
        lesson.changes += changes
        learned += changes.map(\.thousandths)
      }
    }
    lesson.changes.sort { ($0.product, $0.from) < ($1.product, $1.from) }
    return lesson
  }

  private func changes(
    of product: Product, _ runs: [TaxRun], after learned: [Int], _ estimates: TaxTable
  ) -> [Change] {
    var changes: [Change] = []
    for run in runs {
      for day in run.days {
        let before =
          changes.last?.thousandths
          ?? estimates.thousandths(
            of: product.productID, in: product.storefront, at: PacificTime.start(of: day)) ?? 0
        guard !run.range.contains(before) else { continue }
        changes.append(
          Change(
            product: product, from: day, thousandths: run.range.likeliest(among: learned),
            before: before, units: run.units))
      }
    }
    return changes
  }
}

extension [TaxRun] {
  /// The number of taxes that the narrowest run allows.
  fileprivate var narrowest: Int { map(\.range.bounds.count).min() ?? .max }
}
