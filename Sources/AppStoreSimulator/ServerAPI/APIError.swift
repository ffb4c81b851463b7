package import AppStore

/// An error of the simulated Server API, with Apple's number.
package typealias APIError = APIErrorName

extension APIErrorName: Error {
  /// The HTTP status: the number's first three digits.
  package var status: Int { rawValue / 10_000 }
}
