/// The most requests that a failing Apple may see, by the rules of those who ask.
///
/// When requests fail, each ledger stops after five failures in a row, plus the requests under way
/// by then. Then it lets one request try after each pause. A pause is at least half of five
/// seconds, and each pause is twice as long as the one before. When Apple throttles, each endpoint
/// gets no requests until the moment that Apple names, apart from those under way.
struct RequestBound: Sendable {
  private static let failuresMax = 5
  private static let pauseMin = Duration.milliseconds(2_500)
  /// The number of jobs that a ledger works on at once.
  private static let atOnce = 16
  /// The endpoints that are asked: the first one of a history, and finishing.
  private static let endpoints = 2
  /// The requests for the history of notifications at a time.
  private static let sweeps = 1

  let ledgers: Int
  let length: Duration

  func requests(_ failure: AppleFailure) -> Int {
    switch failure {
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
    1 + Int(length / .milliseconds(AppleFailure.throttledFor))
  }
}
