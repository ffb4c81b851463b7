/// A cell that is `Yes` or blank.
package enum ReportMark: Hashable, Sendable {
  /// Blank, or `No`.
  case no
  case yes
  /// A value that Apple did not document.
  case other(String)

  init(_ text: String) {
    switch text.lowercased() {
    case "", "no": self = .no
    case "yes": self = .yes
    default: self = .other(text)
    }
  }
}
