/// One attempt to send a notification.
package struct SendAttempt: Sendable, Codable, Equatable {
  /// The result of an attempt. The raw value is Apple's `sendAttemptResult`.
  package enum Result: String, Sendable, Codable {
    case success = "SUCCESS"
    case timedOut = "TIMED_OUT"
    case noResponse = "NO_RESPONSE"
    case socketIssue = "SOCKET_ISSUE"
    case prematureClose = "PREMATURE_CLOSE"
    case unsuccessfulStatus = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
  }

  /// The moment of the attempt in milliseconds since 1970.
  package let attemptDate: Int64
  package let sendAttemptResult: Result
}

/// The retry schedules for a ledger that does not answer. Apple retries five times, or three times in
/// version 1; a game retries without end, with growing pauses.
package enum RetrySchedule {
  /// The pauses between attempts in milliseconds. The sandbox has no second attempt.
  package static let production: [Int64] = [1, 12, 24, 48, 72].map { Int64($0).hours }

  /// The pauses between attempts to send a notification of version 1.
  package static let productionOfVersion1: [Int64] = [6, 24, 48].map { Int64($0).hours }

  /// Returns the pause before the next attempt; nil if there is none.
  static func pause(
    after attempts: Int, of version: NotificationVersion, in environment: SimulatedApp.Environment
  ) -> Int64? {
    let pauses = version == .version2 ? production : productionOfVersion1
    guard environment == .production, pauses.indices.contains(attempts - 1) else { return nil }
    return pauses[attempts - 1]
  }

  /// Returns the pause before a game posts again: an hour, doubled each time, at most a day.
  static func pauseOfPost(after attempts: Int) -> Int64 {
    min(Int64(1) << min(attempts - 1, 5), 24).hours
  }
}
