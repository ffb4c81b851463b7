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
  init?(apple word: String?) throws(TranslationError) {
    guard let word else { return nil }
    guard let environment = StoreEnvironment(rawValue: word) else {
      throw .unknownEnvironment(field: "environment")
    }
    self = environment
  }
}

extension Offer {
  /// Returns nil without an offer type, because the other fields mean nothing without the type.
  init?(type: Int32?, identifier: String?, discountType: String?, period: String?) {
    guard let type else { return nil }
    self.init(
      type: type, identifier: identifier, discountType: discountType, period: period)
  }
}
