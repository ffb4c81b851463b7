import AppStore
import Ledger

extension Instant {
  init(apple moment: Timestamp) {
    self.init(milliseconds: moment.milliseconds)
  }
}

extension StoreEnvironment {
  /// Reads Apple's word for an environment. Returns nil if Apple named none. Throws for an unknown
  /// word.
  init?(apple word: String?, field: String = "environment") throws(TranslationError) {
    guard let word else { return nil }
    guard let environment = StoreEnvironment(rawValue: word) else {
      throw .unknownEnvironment(field: field)
    }
    self = environment
  }
}

extension Offer {
  /// Returns nil if Apple named neither the type of an offer nor its discount.
  init?(apple type: Int32?, identifier: String?, discountType: String?, period: String?) {
    guard type != nil || discountType != nil else { return nil }
    self.init(
      type: type, identifier: identifier, discountType: discountType, period: period)
  }
}
