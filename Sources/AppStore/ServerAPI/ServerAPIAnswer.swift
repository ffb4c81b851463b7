import Foundation

/// An answer of the Server API, before any interpretation.
struct ServerAPIAnswer: Sendable {
  let status: Int
  /// The header `Retry-After`, as received.
  let retryAfter: String?
  let body: Data

  var isSuccess: Bool { (200..<300).contains(status) }

  /// Decodes the body. Ignores fields that Apple has added since.
  func decoded<Body: Decodable>(as type: Body.Type) throws(ServerAPIError) -> Body {
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch {
      throw .unreadable(status: status)
    }
  }
}

/// The header `Retry-After` of the Server API. The value is a moment in milliseconds since 1970,
/// not a number of seconds as elsewhere in HTTP.
struct RetryAfter: Sendable {
  /// The longest wait in milliseconds. Apple counts requests by the hour, so a later moment is a
  /// mistake.
  private static let waitMax: Int64 = 3_600_000

  let moment: Timestamp

  /// Reads the header. Returns nil if the header is missing, unreadable or in the past. Limits a
  /// moment too far ahead to an hour from now.
  init?(_ header: String?, at now: Timestamp) {
    guard let milliseconds = header.flatMap({ Int64($0) }), milliseconds > now.milliseconds else {
      return nil
    }
    moment = Timestamp(milliseconds: min(milliseconds, now.milliseconds + Self.waitMax))
  }
}
