import Crypto
import Foundation

/// The numbers that Apple gives to products and subscribers: the same for the same text, and without a
/// sign of it.
enum ReportNumber {
  /// The ten digits of the Apple ID of a product.
  static func product(_ id: String) -> String { String(number("product \(id)", digits: 10)) }

  /// The pseudonym of a subscriber, a number of eighteen digits.
  static func subscriber(_ appTransactionID: String) -> String {
    String(number("subscriber \(appTransactionID)", digits: 18))
  }

  /// Returns a number without a leading zero.
  private static func number(_ text: String, digits: Int) -> UInt64 {
    let hash = SHA256.hash(data: Data(text.utf8)).prefix(8).reduce(UInt64(0)) {
      $0 << 8 | UInt64($1)
    }
    let first = (1..<digits).reduce(UInt64(1)) { number, _ in number * 10 }
    return first + hash % (first * 9)
  }
}
