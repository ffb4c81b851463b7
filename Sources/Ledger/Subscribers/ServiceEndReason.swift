/// The reason why a subscription did not go on after a period.
package enum ServiceEndReason: String, Hashable, Sendable, Codable, CaseIterable {
  /// The customer switched renewals off.
  case choice
  /// The renewal could not be charged.
  case billing
  /// The customer did not agree to a higher price.
  case priceIncrease
  /// The product was no longer for sale.
  case unavailable
  /// The price was given back.
  case refund
  /// Apple told another reason, or none.
  case other

  /// Creates the reason for Apple's number.
  init(expirationIntent: Int32) {
    self =
      switch expirationIntent {
      case 1: .choice
      case 2: .billing
      case 3: .priceIncrease
      case 4: .unavailable
      default: .other
      }
  }
}
