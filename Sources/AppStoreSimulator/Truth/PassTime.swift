/// The time that a customer has of a pass: of several in one purchase a refund takes whole ones, half of one
/// counting as one, and of a single one its share of the time, from the end.
struct PassTime {
  let sale: OneTimePurchase
  /// The number of passes that were not given back.
  let units: Int64
  /// The share of the time that was given back of a single pass, in thousandths of a percent.
  private let returned: Int64

  init(_ sale: OneTimePurchase, _ fate: Fate, at moment: Int64) {
    self.sale = sale
    let quantity = Int64(sale.quantity)
    let refunded = fate.refund(at: moment)?.shareWithoutTime ?? 0
    let share = fate.unsharedAt == nil ? refunded : Fate.Refund.wholeShare
    let isSingle = quantity == 1 && share < Fate.Refund.wholeShare
    returned = isSingle ? share : 0
    units = quantity - (isSingle ? 0 : quantity.part(share, of: Fate.Refund.wholeShare))
  }

  /// Returns the end of passes of one product in the order of purchase; nil if the game gives no time for one
  /// of them.
  static func end(of passes: [PassTime]) -> Int64? {
    var end: Int64 = .min
    for item in passes {
      guard let pass = item.sale.pass else { return nil }
      let time = (Int64(pass.days) * item.units).days
      end = max(end, pass.boughtAt) + time - time.part(item.returned, of: Fate.Refund.wholeShare)
    }
    return end
  }
}
