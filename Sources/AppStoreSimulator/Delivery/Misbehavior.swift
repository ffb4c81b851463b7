/// The faults that the simulated App Store injects; with zeros there are none.
///
/// Shares are in percent. Times are in milliseconds, of the simulated clock for notifications and
/// of the real clock for answers.
package struct Misbehavior: Sendable, Codable, Equatable {
  /// The seed that selects the affected notifications and requests.
  package var seed: UInt64
  package var notifications = Notifications()
  package var serverAPI = ServerAPI()

  package init(seed: UInt64 = 1) {
    self.seed = seed
  }

  /// The faults that affect notifications in transit.
  package struct Notifications: Sendable, Codable, Equatable {
    /// The share of notifications sent a second time after a good answer.
    package var doubledPercent = 0
    /// The share of notifications of which no attempt arrives. The notification history shows them
    /// as failed.
    package var lostPercent = 0
    /// The share of notifications sent late, by at least one millisecond.
    package var delayedPercent = 0
    /// The maximum delay of a delayed notification.
    package var delayMax: Int64 = 0
    /// The maximum random delay of every notification, so that notifications overtake one another.
    package var shuffledWithin: Int64 = 0
  }

  /// The faults that affect requests to the Server API.
  package struct ServerAPI: Sendable, Codable, Equatable {
    /// The share of requests answered 500, alternately with and without a body.
    package var failingPercent = 0
    /// The share of requests never answered; the connection stays open for a minute.
    package var silentPercent = 0
    /// The share of requests whose connection is closed without an answer.
    package var droppedPercent = 0
    package var slowPercent = 0
    /// The delay of a slow answer.
    package var slowness: Int64 = 0
    /// The hourly limit of each endpoint, in percent of Apple's limit.
    package var rateLimitPercent = 100
    /// The share of requests answered 429, whatever the request rate.
    package var throttledPercent = 0
    /// The time from such an answer to its `Retry-After`.
    package var throttledFor: Int64 = 0
  }
}

/// The faults that misbehavior injects into one notification, the same for the same seed.
struct Route {
  let isLost: Bool
  /// The delay before the notification is sent.
  let delay: Int64
  /// The pause between a good answer and a duplicate delivery; nil if there is no duplicate.
  let pauseOfCopy: Int64?

  init(of uuid: String, under misbehavior: Misbehavior) {
    let rules = misbehavior.notifications
    var chance = Chance(seed: uuid, mixedWith: misbehavior.seed)
    isLost = chance.happens(percent: rules.lostPercent)
    let isDoubled = chance.happens(percent: rules.doubledPercent)
    let isDelayed = chance.happens(percent: rules.delayedPercent) && rules.delayMax > 0
    delay =
      chance.number(in: 0...rules.shuffledWithin)
      + (isDelayed ? chance.number(in: 1...rules.delayMax) : 0)
    pauseOfCopy =
      isDoubled ? chance.number(in: 0...max(rules.shuffledWithin, Int64(1).hours)) : nil
  }
}
