/// A report that is larger than a worksheet can be.
package struct WorksheetTooLarge: Error, Hashable, CustomStringConvertible {
  /// The remedy and the fault, as the end of a sentence about the format.
  package let description: String

  static func rows(_ count: Int, max: Int) -> WorksheetTooLarge {
    WorksheetTooLarge(
      description: "must be csv here: the report has \(count) rows, and a worksheet at most \(max)")
  }

  /// - Parameter column: the column with the text.
  static func text(in column: String, max: Int) -> WorksheetTooLarge {
    WorksheetTooLarge(
      description:
        "must be csv here: \(column) has a text of more than the \(max) characters that a "
        + "cell can have")
  }

  static let bytes = WorksheetTooLarge(
    description: "must be csv here: the worksheet would have more than 4 GiB")
}
