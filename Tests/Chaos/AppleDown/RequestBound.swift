/// How many requests an Apple in trouble may see, by the rules of those who ask.
///
/// Where requests fail, each ledger stops after five failures in a row, and what was under way by then;
/// then it lets one request try after each pause. A pause is at least half of five seconds, and each is
/// twice as long as the one before. Where Apple throttles, each endpoint is left alone until the moment it
/// names, but for what was under way.
struct RequestBound: Sendable {
  private static let failuresMax = 5
  private static let pauseMin = Duration.milliseconds(2_500)
  /// So many errands a ledger works on at once.
  private static let atOnce = 16
  /// The first that a history asks, and finishing.
  private static let endpoints = 2
  /// Of the history of notifications one is asked at a time.
  private static let sweeps = 1

  let ledgers: Int
  let length: Duration

  func requests(_ trouble: AppleTrouble) -> Int {
    switch trouble {
    case .failing, .silent, .dropping:
      ledgers * (Self.failuresMax + Self.atOnce + Self.sweeps + probes)
    case .throttling:
      ledgers * (Self.endpoints * Self.atOnce + Self.sweeps) * rounds
    }
  }

  private var probes: Int {
    var (probes, elapsed, pause) = (0, Duration.zero, Self.pauseMin)
    while elapsed + pause <= length {
      elapsed += pause
      pause *= 2
      probes += 1
    }
    return probes
  }

  private var rounds: Int {
    1 + Int(length / .milliseconds(AppleTrouble.throttledFor))
  }
}
