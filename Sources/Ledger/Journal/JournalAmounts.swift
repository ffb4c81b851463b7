/// The parts of one price in milliunits of its currency: tax and commission, and the proceeds that are
/// left. Beside them stands the effect of tenure on the commission, which is no part of the price.
///
/// Every part is rounded half up at its transaction, and the proceeds are what remains, so that nothing
/// is lost.
package struct JournalAmounts: Hashable, Codable, Sendable {
  package let price: Int64
  package let tax: Int64
  package let commission: Int64
  /// The commission that accrued service saved, compared with a first year.
  package let savedByTenure: Int64
  /// The commission that a lapse cost: a gap that restarted the count of service.
  package let lapseCost: Int64

  package static let zero = JournalAmounts(price: 0, tax: 0, commission: 0)

  package init(
    price: Int64, tax: Int64, commission: Int64, savedByTenure: Int64 = 0, lapseCost: Int64 = 0
  ) {
    self.price = price
    self.tax = tax
    self.commission = commission
    self.savedByTenure = savedByTenure
    self.lapseCost = lapseCost
  }

  /// Divides a price: the tax in it, and the commission on what is left.
  ///
  /// - Parameter rating: the rate of the commission; none is booked if it is unknown.
  init(price: Int64, tax: Int64, rating: ChargeRating) {
    func amount(_ rate: Int) -> Int64 { Commission.amount(rate, of: price, tax: tax) }
    let commission = rating.rate.map { amount($0.thousandths) } ?? 0
    let otherwise = rating.rateOtherwise.map(amount)
    self.init(
      price: price, tax: tax, commission: commission,
      savedByTenure: max(0, (otherwise ?? commission) - commission),
      lapseCost: max(0, commission - (otherwise ?? commission)))
  }

  package var proceeds: Int64 { price - tax - commission }

  /// Returns a share of each part.
  func part(_ share: Share) -> JournalAmounts {
    JournalAmounts(
      price: share.part(of: price), tax: share.part(of: tax),
      commission: share.part(of: commission), savedByTenure: share.part(of: savedByTenure),
      lapseCost: share.part(of: lapseCost))
  }

  static func + (left: JournalAmounts, right: JournalAmounts) -> JournalAmounts {
    JournalAmounts(
      price: left.price + right.price, tax: left.tax + right.tax,
      commission: left.commission + right.commission,
      savedByTenure: left.savedByTenure + right.savedByTenure,
      lapseCost: left.lapseCost + right.lapseCost)
  }

  static func - (left: JournalAmounts, right: JournalAmounts) -> JournalAmounts {
    JournalAmounts(
      price: left.price - right.price, tax: left.tax - right.tax,
      commission: left.commission - right.commission,
      savedByTenure: left.savedByTenure - right.savedByTenure,
      lapseCost: left.lapseCost - right.lapseCost)
  }
}
