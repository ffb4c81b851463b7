import Ledger

extension ChainScript {
  /// The price and length of a period under an offer.
  struct Bargain {
    let offer: Offer?
    /// The price, or nil if Apple leaves it out.
    let price: Int64?
    /// The length in days, or nil for a period of the plan.
    let days: Int64?
    let way: LifeEvent
  }

  mutating func introduction() -> Bargain {
    guard random.chance(4) else { return bargain(of: 1) }
    return Bargain(
      offer: Offer(type: 1), price: nil, days: random.pick([3, 7, 14, 28, 30, 31, 90, 365, nil]),
      way: .untoldOffer)
  }

  mutating func bargain(of type: Int32) -> Bargain {
    switch random.number(0...4) {
    case 0, 1:
      let days = random.pick([3, 7, 14, 30])
      let price: Int64? = random.chance(2) ? 0 : nil
      return Bargain(
        offer: offer(type, "FREE_TRIAL", "P\(days)D"), price: price, days: Int64(days),
        way: .freeTrial)
    case 2:
      return Bargain(
        offer: offer(type, "PAY_AS_YOU_GO", "P1M"), price: 990, days: nil, way: .payAsYouGo)
    case 3:
      let days = random.pick([30, 90, 182])
      return Bargain(
        offer: offer(type, "PAY_UP_FRONT", "P\(days)D"), price: 4_990, days: Int64(days),
        way: .payUpFront)
    default:
      return Bargain(offer: nil, price: 0, days: nil, way: .priceOfZero)
    }
  }

  private func offer(_ type: Int32, _ discount: String, _ period: String) -> Offer {
    Offer(
      type: type, identifier: type == 1 ? nil : "spring", discountType: discount, period: period)
  }

  mutating func begin(with bargain: Bargain, at start: Int64) {
    var purchase = purchase(at: start, reason: "PURCHASE")
    purchase.offer = bargain.offer
    purchase.price = ownership == .familyShared ? nil : bargain.price
    purchase.currency = purchase.price.map { _ in country.currency }
    let end =
      bargain.days.map { start + $0 * CalendarDay.length }
      ?? billedPlan.end(from: start, anniversary: CalendarDay(of: start).day)
    add(purchase, until: end)
    settle(at: end)
    ways.insert(bargain.way)
  }
}
