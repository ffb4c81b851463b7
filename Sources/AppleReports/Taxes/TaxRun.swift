import Ledger

/// Consecutive days of sales of one product in one storefront whose proceeds one tax explains.
struct TaxRun {
  private(set) var range: TaxRange
  /// The days with sales, ascending.
  private(set) var days: [CivilDate]
  private(set) var units: Int64

  private init(_ told: ToldTax, on day: CivilDate) {
    (range, days, units) = (told.range, [day], told.units)
  }

  /// Takes what a day tells. Returns false if the tax is another one.
  private mutating func take(_ told: ToldTax, on day: CivilDate) -> Bool {
    guard let both = range.intersection(told.range) else { return false }
    range = both
    units += told.units
    if days.last != day { days.append(day) }
    return true
  }

  /// Divides the days of a product into runs. On the day of a change, the prices that the tax of before
  /// explains belong to it, as Apple's day is not that of the storefront.
  static func runs(of days: [CivilDate: [ToldTax]]) -> [TaxRun] {
    var runs: [TaxRun] = []
    for (day, told) in days.sorted(by: { $0.key < $1.key }) {
      var others = told.sorted { $0.range.bounds.lowerBound < $1.range.bounds.lowerBound }
      if let last = runs.indices.last { others.removeAll { runs[last].take($0, on: day) } }
      for other in others where runs.isEmpty || !runs[runs.count - 1].take(other, on: day) {
        runs.append(TaxRun(other, on: day))
      }
    }
    return runs
  }
}

/// The taxes that one row of a file allows, and its units.
struct ToldTax {
  let range: TaxRange
  let units: Int64
}
