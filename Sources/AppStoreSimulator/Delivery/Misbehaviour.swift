/// How badly the simulated App Store behaves; all zero is as well as it can.
///
/// Shares are percent. Times are milliseconds of the simulated clock for notifications, and of the real
/// one for answers.
package struct Misbehaviour: Sendable, Codable, Equatable {
  /// Another seed is another choice of victims.
  package var seed: UInt64
  package var notifications = Notifications()
  package var serverAPI = ServerAPI()

  package init(seed: UInt64 = 1) {
    self.seed = seed
  }

  /// What happens to notifications on their way.
  package struct Notifications: Sendable, Codable, Equatable {
    /// Sent a second time once they were answered well.
    package var doubledPercent = 0
    /// No attempt of theirs arrives; the notification history shows them as failed.
    package var lostPercent = 0
    /// Sent late, by a millisecond at least.
    package var delayedPercent = 0
    /// How late at most.
    package var delayMax: Int64 = 0
    /// All are sent up to so much late, and so overtake one another.
    package var shuffledWithin: Int64 = 0

    package init() {}
  }

  /// What happens to requests to the Server API.
  package struct ServerAPI: Sendable, Codable, Equatable {
    /// Answered 500, with and without a body in turn.
    package var failingPercent = 0
    /// Never answered; the connection stays open for a minute.
    package var silentPercent = 0
    /// The connection is closed without an answer.
    package var droppedPercent = 0
    package var slowPercent = 0
    /// How slow.
    package var slowness: Int64 = 0
    /// Requests allowed in an hour of each endpoint, in percent of Apple's limits.
    package var rateLimitPercent = 100
    /// Answered 429, however few were asked.
    package var throttledPercent = 0
    /// How long after the answer its `Retry-After` is.
    package var throttledFor: Int64 = 0

    package init() {}
  }
}
