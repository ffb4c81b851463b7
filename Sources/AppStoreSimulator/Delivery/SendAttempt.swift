/// One attempt to send a notification.
package struct SendAttempt: Sendable, Codable, Equatable {
  /// In Apple's words.
  package enum Result: String, Sendable, Codable {
    case success = "SUCCESS"
    case timedOut = "TIMED_OUT"
    case noResponse = "NO_RESPONSE"
    case socketIssue = "SOCKET_ISSUE"
    case prematureClose = "PREMATURE_CLOSE"
    case unsuccessfulStatus = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
  }

  /// Milliseconds since 1970.
  package let attemptDate: Int64
  package let sendAttemptResult: Result
}

/// The patience with a ledger that does not answer: Apple's is five more attempts, each after the one
/// before; a game's is without end, with pauses that grow.
package enum RetrySchedule {
  /// Milliseconds after the attempt before; the sandbox has no second one.
  package static let production: [Int64] = [1, 12, 24, 48, 72].map { Int64($0).hours }

  /// Nil when it is given up.
  static func pause(after attempts: Int, in environment: SimulatedApp.Environment) -> Int64? {
    guard environment == .production, production.indices.contains(attempts - 1) else { return nil }
    return production[attempts - 1]
  }

  /// How long a game waits before it posts again: an hour, then twice as long each time, a day at most.
  static func pauseOfPost(after attempts: Int) -> Int64 {
    min(Int64(1) << min(attempts - 1, 5), 24).hours
  }
}
