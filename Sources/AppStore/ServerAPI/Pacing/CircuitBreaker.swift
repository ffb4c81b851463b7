/// A circuit breaker that spares requests to a failing host and spares callers the wait.
///
/// Five consecutive failures open the breaker. After a pause one probe may pass. The probe closes
/// the breaker, or reopens it for twice as long, up to five minutes. Jitter shortens each pause by
/// up to half.
struct CircuitBreaker: Sendable, Equatable {
  enum Admission: Equatable {
    case pass
    case rejected(until: Timestamp)
  }

  private enum State: Equatable {
    /// Becomes `open` at the fifth consecutive failure.
    case closed(failures: Int)
    /// Becomes `probing` at the first request after its end, `closed` when a late request succeeds.
    case open(until: Int64, openings: Int)
    /// Becomes `closed` or `open` when the probe ends. Admits another probe if the first never
    /// ends.
    case probing(until: Int64, openings: Int)
  }

  private static let failuresMax = 5
  /// Milliseconds.
  private static let pauseMin: Int64 = 5_000
  private static let pauseMax: Int64 = 300_000
  private static let probeMax: Int64 = 60_000

  private var state = State.closed(failures: 0)

  mutating func admit(at now: Timestamp) -> Admission {
    switch state {
    case .closed: return .pass
    case .open(let end, let openings), .probing(let end, let openings):
      // An end beyond the longest pause was set before the clock was set back.
      guard now.milliseconds < end, end - now.milliseconds <= Self.pauseMax else {
        state = .probing(until: now.milliseconds + Self.probeMax, openings: openings)
        return .pass
      }
      return .rejected(until: Timestamp(milliseconds: end))
    }
  }

  mutating func succeed() {
    state = .closed(failures: 0)
  }

  /// - Parameter chance: from 0 up to 1.
  mutating func fail(at now: Timestamp, chance: Double) {
    switch state {
    case .closed(let failures) where failures + 1 < Self.failuresMax:
      state = .closed(failures: failures + 1)
    case .closed: open(for: 1, at: now, chance)
    case .probing(_, let openings): open(for: openings + 1, at: now, chance)
    case .open: break
    }
  }

  /// Records that the admitted request will never report a result.
  mutating func abandon(at now: Timestamp) {
    guard case .probing(_, let openings) = state else { return }
    state = .open(until: now.milliseconds, openings: openings)
  }

  private mutating func open(for openings: Int, at now: Timestamp, _ chance: Double) {
    let pause = min(Self.pauseMin << min(openings - 1, 10), Self.pauseMax)
    let cut = Int64(Double(pause) / 2 * chance)
    state = .open(until: now.milliseconds + pause - cut, openings: openings)
  }
}
