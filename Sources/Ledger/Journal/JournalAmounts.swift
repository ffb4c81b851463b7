/// The parts of one price in milliunits of its currency: tax and commission, and the proceeds that are
/// left.
///
/// Every part is rounded half up at its transaction, and the proceeds are what remains, so that nothing
/// is lost.
package struct JournalAmounts: Hashable, Codable, Sendable {
  package let price: Int64
  package let tax: Int64
  package let commission: Int64

  package static let zero = JournalAmounts(price: 0, tax: 0, commission: 0)

  package init(price: Int64, tax: Int64, commission: Int64) {
    self.price = price
    self.tax = tax
    self.commission = commission
  }

  /// Divides a price: the tax in it, and the commission on what is left.
  ///
  /// - Parameters:
  ///   - taxThousandths: the tax as thousandths of the price without it.
  ///   - rate: the rate of the commission; nil if it is unknown, and then none is booked.
  init(price: Int64, taxThousandths: Int, rate: CommissionRate?) {
    self.price = price
    tax = Share(of: Int64(taxThousandths), in: Int64(1_000 + taxThousandths)).part(of: price)
    commission = rate?.share(of: price - tax) ?? 0
  }

  package var proceeds: Int64 { price - tax - commission }

  /// Returns a share of each part.
  func part(_ share: Share) -> JournalAmounts {
    JournalAmounts(
      price: share.part(of: price), tax: share.part(of: tax),
      commission: share.part(of: commission))
  }

  static func + (left: JournalAmounts, right: JournalAmounts) -> JournalAmounts {
    JournalAmounts(
      price: left.price + right.price, tax: left.tax + right.tax,
      commission: left.commission + right.commission)
  }

  static func - (left: JournalAmounts, right: JournalAmounts) -> JournalAmounts {
    JournalAmounts(
      price: left.price - right.price, tax: left.tax - right.tax,
      commission: left.commission - right.commission)
  }
}

/// A share from nothing to all, of which parts are taken rounded half up.
struct Share {
  private let part: Int64
  private let whole: Int64

  /// Limits the share to nothing and all.
  ///
  /// - Precondition: `whole` is positive.
  init(of part: Int64, in whole: Int64) {
    precondition(whole > 0, "a share is of something")
    self.part = min(max(part, 0), whole)
    self.whole = whole
  }

  /// Returns the part of an amount, rounded half up.
  func part(of amount: Int64) -> Int64 {
    let doubled = Int128(amount) * Int128(part) * 2 + Int128(whole)
    let (quotient, rest) = doubled.quotientAndRemainder(dividingBy: Int128(whole) * 2)
    return Int64(rest < 0 ? quotient - 1 : quotient)
  }
}
