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
