/// An error's number, as Apple sends it. Apple adds numbers without notice: one not named here is
/// kept as it came.
package struct APIErrorCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package init(_ name: APIErrorName) {
    rawValue = name.rawValue
  }

  /// Nil for a number that Apple has added since.
  package var name: APIErrorName? { APIErrorName(rawValue: rawValue) }
}

extension APIErrorCode: CustomStringConvertible {
  /// As `4040010 transactionIDNotFound`.
  package var description: String { name.map { "\(rawValue) \($0)" } ?? "\(rawValue)" }
}
