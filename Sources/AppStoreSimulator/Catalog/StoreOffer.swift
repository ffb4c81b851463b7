/// A reduced price for a limited time, of one of Apple's four kinds.
package struct StoreOffer: Hashable, Sendable {
  /// The kind of an offer. The raw value is Apple's `offerType`.
  package enum Kind: Int32, Sendable {
    case introductory = 1
    case promotional, offerCode, winBack
  }

  /// The payment mode of an offer. The raw value is Apple's `offerDiscountType`.
  package enum Mode: String, Sendable {
    case freeTrial = "FREE_TRIAL"
    /// The customer pays the reduced price for each of several renewal periods.
    case payAsYouGo = "PAY_AS_YOU_GO"
    /// The customer pays one price for the whole duration.
    case payUpFront = "PAY_UP_FRONT"
  }

  package let kind: Kind
  /// The offer's identifier; nil for an introductory offer.
  package let id: String?
  package let mode: Mode
  package let period: CalendarPeriod
  /// The number of periods at the reduced price; 1 unless the mode is pay as you go.
  package let periods: Int
  /// The price of one period, or of the whole duration if paid up front, in milliunits of the
  /// catalog's currency; 0 for a free trial.
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
