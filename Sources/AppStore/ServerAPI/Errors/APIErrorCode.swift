/// An error number as Apple sends it. Apple adds numbers without announcement; an unknown number is
/// kept as received.
package struct APIErrorCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package init(_ name: APIErrorName) {
    rawValue = name.rawValue
  }

  /// The documented name; nil for a number that Apple has added since.
  package var name: APIErrorName? { APIErrorName(rawValue: rawValue) }
}

extension APIErrorCode: CustomStringConvertible {
  /// The number and the name, as in `4040010 transactionIDNotFound`.
  package var description: String { name.map { "\(rawValue) \($0)" } ?? "\(rawValue)" }
}
