/// The header `Retry-After` of the Server API: a moment in milliseconds since 1970, and not seconds
/// to wait as elsewhere in HTTP.
struct RetryAfter: Sendable {
  /// Milliseconds. Apple counts by the hour: whatever is later than its end is a mistake.
  private static let waitMax: Int64 = 3_600_000

  let moment: Timestamp

  /// Nil where there is none, or one that has passed. One too far ahead becomes an hour.
  init?(_ header: String?, at now: Timestamp) {
    guard let milliseconds = header.flatMap({ Int64($0) }), milliseconds > now.milliseconds else {
      return nil
    }
    moment = Timestamp(milliseconds: min(milliseconds, now.milliseconds + Self.waitMax))
  }
}
