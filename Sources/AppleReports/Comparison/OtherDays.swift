import Ledger

/// The pairs of opposite differences on neighboring days: Apple and the ledger disagree about the day
/// alone.
enum OtherDays {
  /// Returns the differences, in their order, such pairs with their own reason.
  static func named(_ found: [SalesDifference]) -> [SalesDifference] {
    var differences = found
    var open: [Place: Int] = [:]
    for index in differences.indices {
      let difference = differences[index]
      guard difference.mayBeOfOtherDay else { continue }
      let before = Place(difference, daysLater: -1, sales: -difference.sales)
      if let other = open[before] {
        differences[index].reason = .otherDay
        differences[other].reason = .otherDay
        open[before] = nil
      } else {
        open[Place(difference, daysLater: 0, sales: difference.sales)] = index
      }
    }
    return differences
  }

  /// The place of a difference, by which its opposite is found.
  private struct Place: Hashable {
    let key: Sold.Key
    let sales: Int128

    init(_ difference: SalesDifference, daysLater days: Int64, sales: Int128) {
      let key = difference.key
      self.key = Sold.Key(
        day: CivilDate(daysSince1970: key.day.daysSince1970 + days), product: key.product,
        storefront: key.storefront, currency: key.currency, isRefund: key.isRefund)
      self.sales = sales
    }
  }
}

extension SalesDifference {
  fileprivate var mayBeOfOtherDay: Bool {
    switch reason {
    case .notInFiles, .notInLedger, .otherAmount: sales != 0
    case .missingFile, .undivided, .otherDay, .otherPrice, .newForRenewal, .renewalForNew,
      .otherRate,
      .otherCurrency, .estimatedTax:
      false
    }
  }
}
