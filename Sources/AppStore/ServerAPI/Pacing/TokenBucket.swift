/// Lets so many requests pass in an hour: five minutes' worth at once, the others evenly.
///
/// No hour sees more than its number, whenever it begins. It is one moment rather than a count: the
/// one at which the bucket will be full again.
struct TokenBucket: Sendable, Equatable {
  enum Turn: Equatable {
    case now
    /// The turn is taken; wait for its moment.
    case later(Timestamp)
    /// No turn is taken: it would be at that moment.
    case refused(until: Timestamp)
  }

  private static let hour: Int64 = 3_600_000
  /// Where an answer of 429 names no moment.
  private static let pauseOfDefault: Int64 = 60_000

  private let interval: Int64
  private let burst: Int64
  private let patience: Int64
  private var full: Int64 = .min
  private var stoppedUntil: Int64 = .min

  /// - Parameters:
  ///   - perHour: less than one counts as one.
  ///   - patience: milliseconds.
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
    // A clock that was put back holds nobody up for longer than an empty bucket would.
    let full = min(max(full, now), now + tolerance + patience + interval)
    let turn = max(full - tolerance, min(stoppedUntil, now + Self.hour), now)
    guard turn - now <= patience else { return .refused(until: Timestamp(milliseconds: turn)) }
    self.full = max(full, turn) + interval
    return turn == now ? .now : .later(Timestamp(milliseconds: turn))
  }

  /// Apple has had enough: nobody passes until then, by itself for a minute.
  mutating func stop(until moment: Timestamp?, at now: Timestamp) {
    let end = moment?.milliseconds ?? now.milliseconds + Self.pauseOfDefault
    stoppedUntil = max(stoppedUntil, end)
  }

  /// Until when nobody passes; nil while they do.
  func stop(at now: Timestamp) -> Timestamp? {
    stoppedUntil > now.milliseconds ? Timestamp(milliseconds: stoppedUntil) : nil
  }
}
