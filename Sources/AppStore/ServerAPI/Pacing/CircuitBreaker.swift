/// Spares a host that fails, and us the waiting for it.
///
/// Five failures in a row open it. A pause later one request may try; it closes it, or opens it for
/// twice as long, up to five minutes. Each pause is cut by up to half, by chance.
struct CircuitBreaker: Sendable, Equatable {
  enum Admission: Equatable {
    case pass
    case refused(until: Timestamp)
  }

  private enum State: Equatable {
    /// Becomes `open` at the fifth failure in a row.
    case closed(failures: Int)
    /// Becomes `probing` when somebody asks after its end, `closed` when a straggler succeeds.
    case open(until: Int64, openings: Int)
    /// Becomes `closed` or `open` as the probe ends; lets another one in if it never does.
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
      // An end further ahead than any pause was set by a clock that has been put back since.
      guard now.milliseconds < end, end - now.milliseconds <= Self.pauseMax else {
        state = .probing(until: now.milliseconds + Self.probeMax, openings: openings)
        return .pass
      }
      return .refused(until: Timestamp(milliseconds: end))
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

  /// Whoever passed will never say how it went.
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
