/// A token bucket that admits a number of requests per hour: five minutes' worth at once, the rest
/// evenly.
///
/// No hour exceeds that number, whenever the hour begins. The state is one moment instead of a
/// count: the moment at which the bucket will be full again.
struct TokenBucket: Sendable, Equatable {
  enum Turn: Equatable {
    case now
    /// The turn is reserved; the caller waits until its moment.
    case later(Timestamp)
    /// No turn is reserved. The next turn would come at that moment.
    case rejected(until: Timestamp)
  }

  private static let hour: Int64 = 3_600_000
  /// The pause in milliseconds after an answer of 429 that names no moment.
  private static let pauseOfDefault: Int64 = 60_000

  private let interval: Int64
  private let burst: Int64
  private let patience: Int64
  private var full: Int64 = .min
  private var stoppedUntil: Int64 = .min

  /// - Parameters:
  ///   - perHour: less than one counts as one.
  ///   - patience: the longest wait in milliseconds.
  init(perHour: Int, patience: Int64) {
    let burst = max(1, perHour / 12)
    let even = Int64(max(1, perHour - burst))
    interval = (Self.hour + even - 1) / even
    self.burst = Int64(burst)
    self.patience = patience
  }

  mutating func take(at now: Timestamp) -> Turn {
    let now = now.milliseconds
    let tolerance = (burst - 1) * interval
    // A clock that was set back delays no request longer than an empty bucket would.
    let full = min(max(full, now), now + tolerance + patience + interval)
    let turn = max(full - tolerance, min(stoppedUntil, now + Self.hour), now)
    guard turn - now <= patience else { return .rejected(until: Timestamp(milliseconds: turn)) }
    self.full = max(full, turn) + interval
    return turn == now ? .now : .later(Timestamp(milliseconds: turn))
  }

  /// Stops all requests until the moment, or for a minute without one, after Apple answered 429.
  mutating func stop(until moment: Timestamp?, at now: Timestamp) {
    let end = moment?.milliseconds ?? now.milliseconds + Self.pauseOfDefault
    stoppedUntil = max(stoppedUntil, end)
  }

  /// Returns the moment until which requests are stopped. Returns nil if requests may pass.
  func stop(at now: Timestamp) -> Timestamp? {
    stoppedUntil > now.milliseconds ? Timestamp(milliseconds: stoppedUntil) : nil
  }
}
