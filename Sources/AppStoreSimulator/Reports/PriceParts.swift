/// The parts of the price of one unit in milliunits: the tax in it, Apple's commission on what is left,
/// and the developer's proceeds. Tax and commission are rounded half up, and the proceeds are the rest.
struct PriceParts: Hashable, Sendable {
  let price: Int64
  let tax: Int64
  let commission: Int64

  static let zero = PriceParts(price: 0, tax: 0, commission: 0)

  private init(price: Int64, tax: Int64, commission: Int64) {
    self.price = price
    self.tax = tax
    self.commission = commission
  }

  /// - Parameters:
  ///   - taxThousandths: the tax as thousandths of the price without it.
  ///   - commissionThousandths: the commission as thousandths of the price without tax.
  init(price: Int64, taxThousandths: Int64, commissionThousandths: Int64) {
    let tax = price.part(taxThousandths, of: 1_000 + taxThousandths)
    self.init(
      price: price, tax: tax, commission: (price - tax).part(commissionThousandths, of: 1_000))
  }

  var proceeds: Int64 { price - tax - commission }

  /// Returns the parts of an amount of the price.
  func parts(of amount: Int64) -> PriceParts {
    guard price > 0 else { return .zero }
    return PriceParts(
      price: amount, tax: tax.part(amount, of: price),
      commission: commission.part(amount, of: price))
  }

  static func - (left: PriceParts, right: PriceParts) -> PriceParts {
    PriceParts(
      price: left.price - right.price, tax: left.tax - right.tax,
      commission: left.commission - right.commission)
  }
}

extension Int64 {
  /// Returns a share of a number that is not negative, rounded half up.
  func part(_ part: Int64, of whole: Int64) -> Int64 {
    Int64((Int128(self) * Int128(part) * 2 + Int128(whole)) / (Int128(whole) * 2))
  }
}
