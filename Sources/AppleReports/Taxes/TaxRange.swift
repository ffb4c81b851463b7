/// The taxes that a price and its proceeds allow, in thousandths of the price without tax.
///
/// The proceeds are the price without tax, less Apple's commission, rounded to a hundredth of the currency
/// in both steps at most; to one where the currency has no smaller unit and the proceeds are whole.
struct TaxRange: Hashable {
  private static let hundredth: Int128 = 10_000_000
  private static let one: Int128 = 1_000_000_000
  /// The highest tax that is taken for one: 40 %.
  private static let highest: Int128 = 400
  /// Currencies of ISO 4217 without a minor unit.
  private static let wholeCurrencies: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
    "VUV", "XAF", "XOF", "XPF",
  ]

  let bounds: ClosedRange<Int>

  private init(_ bounds: ClosedRange<Int>) {
    self.bounds = bounds
  }

  /// Nil if no tax from nothing to 40 % fits: then the commission is another one.
  ///
  /// - Parameters:
  ///   - price: of one unit, positive.
  ///   - proceeds: of one unit, positive, in the same currency.
  ///   - commission: Apple's share in thousandths of the price without tax.
  init?(price: ExactDecimal, proceeds: ExactDecimal, currency: String, commission: Int) {
    let isWhole = Self.wholeCurrencies.contains(currency) && proceeds.whole != nil
    let (step, told) = (isWhole ? Self.one : Self.hundredth, proceeds.billionths)
    let thousandfold = price.billionths * Int128(1_000 - commission)
    let lowest = (thousandfold + told + step - 1) / (told + step) - 1_000
    let highest = told > step ? thousandfold / (told - step) - 1_000 : Self.highest
    let nearest = (thousandfold + told / 2) / told - 1_000
    let range = lowest <= highest ? lowest...highest : nearest...nearest
    guard range.overlaps(0...Self.highest) else { return nil }
    let bounds = range.clamped(to: 0...Self.highest)
    self.bounds = Int(bounds.lowerBound)...Int(bounds.upperBound)
  }

  func contains(_ thousandths: Int) -> Bool { bounds.contains(thousandths) }

  /// Returns the taxes that both allow; nil if there is none.
  func intersection(_ other: TaxRange) -> TaxRange? {
    bounds.overlaps(other.bounds) ? TaxRange(bounds.clamped(to: other.bounds)) : nil
  }

  /// Returns the likeliest tax: one of these, the first that fits, else a whole percentage, half of one, or
  /// the nearest thousandth to the middle.
  func likeliest(among known: [Int]) -> Int {
    let middle = (bounds.lowerBound + bounds.upperBound) / 2
    func nearest(multipleOf step: Int) -> Int? {
      bounds.filter { $0.isMultiple(of: step) }.min {
        (abs($0 - middle), $0) < (abs($1 - middle), $1)
      }
    }
    return known.first(where: contains) ?? nearest(multipleOf: 10) ?? nearest(multipleOf: 5)
      ?? middle
  }
}
