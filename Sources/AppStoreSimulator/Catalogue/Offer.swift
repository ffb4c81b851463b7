/// A reduced price for a time, in Apple's four kinds.
package struct Offer: Hashable, Sendable {
  /// The number is Apple's `offerType`.
  package enum Kind: Int32, Sendable {
    case introductory = 1
    case promotional, offerCode, winBack
  }

  /// The text is Apple's `offerDiscountType`.
  package enum Mode: String, Sendable {
    case freeTrial = "FREE_TRIAL"
    /// The reduced price for each of some renewal periods.
    case payAsYouGo = "PAY_AS_YOU_GO"
    /// One price for the whole duration.
    case payUpFront = "PAY_UP_FRONT"
  }

  package let kind: Kind
  /// Nil for an introductory offer, which has none.
  package let id: String?
  package let mode: Mode
  package let period: CalendarPeriod
  /// How many periods at the reduced price; 1 but for pay as you go.
  package let periods: Int
  /// Of one period, or of the whole if paid up front; milliunits of the catalogue's currency, 0 for a
  /// free trial.
  package let priceMilliunits: Int64

  package init(
    _ kind: Kind, id: String?, mode: Mode, period: CalendarPeriod, periods: Int = 1,
    priceMilliunits: Int64
  ) {
    self.kind = kind
    self.id = id
    self.mode = mode
    self.period = period
    self.periods = periods
    self.priceMilliunits = priceMilliunits
  }
}
