package import AppStore

/// Why the simulated Server API does not do what it was asked, under Apple's numbers.
package typealias APIError = APIErrorName

extension APIErrorName: Error {
  /// The HTTP status: the number's first three digits.
  package var status: Int { rawValue / 10_000 }
}
