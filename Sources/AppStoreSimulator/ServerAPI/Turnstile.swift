import Synchronization

/// Counts the requests: how many this hour has seen of each endpoint, and which is to be treated
/// badly.
final class Turnstile: Sendable {
  private static let window = Int64(1).hours

  private struct Counts {
    var window: Int64 = 0
    var passed: [Endpoint: Int] = [:]
    var requests: UInt64 = 0
    var failures = 0
  }

  private let counts = Mutex(Counts())

  /// Lets a request pass, or says when the hour ends in which no more do: milliseconds since 1970.
  func pass(_ endpoint: Endpoint, limit: Int, at now: Int64) -> Int64? {
    counts.withLock { counts in
      let window = now / Self.window
      if window != counts.window { (counts.window, counts.passed) = (window, [:]) }
      guard counts.passed[endpoint, default: 0] < limit else { return (window + 1) * Self.window }
      counts.passed[endpoint, default: 0] += 1
      return nil
    }
  }

  /// The treatment of the next request.
  func treatment(under misbehaviour: Misbehaviour) -> Treatment {
    counts.withLock { counts in
      counts.requests += 1
      let treatment = Treatment(ofRequest: counts.requests, under: misbehaviour)
      guard case .failure = treatment else { return treatment }
      counts.failures += 1
      return .failure(number: counts.failures)
    }
  }
}
