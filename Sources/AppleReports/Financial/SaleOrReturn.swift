/// The direction of a settled row.
package enum SaleOrReturn: Hashable, Sendable {
  /// `S`
  case sale
  /// `R`, a refund.
  case `return`
  case other(String)

  init(_ text: String) {
    switch text.uppercased() {
    case "S": self = .sale
    case "R": self = .return
    default: self = .other(text)
    }
  }
}
