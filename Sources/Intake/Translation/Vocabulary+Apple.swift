import AppStore
import Ledger

extension Instant {
  init(apple moment: Timestamp) {
    self.init(milliseconds: moment.milliseconds)
  }
}

extension StoreEnvironment {
  /// Nil where Apple named none; throws for a word that is none of the four.
  init?(apple word: String?) throws(TranslationError) {
    guard let word else { return nil }
    guard let environment = StoreEnvironment(rawValue: word) else {
      throw .unknownEnvironment(field: "environment")
    }
    self = environment
  }
}

extension Offer {
  /// Nil where there is no offer type: the other fields mean nothing without it.
  init?(type: Int32?, identifier: String?, discountType: String?, period: String?) {
    guard let type else { return nil }
    self.init(
      type: type, identifier: identifier, discountType: discountType, period: period)
  }
}
