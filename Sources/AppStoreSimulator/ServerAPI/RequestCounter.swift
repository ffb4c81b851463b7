import Synchronization

/// A counter of requests, per hour and endpoint for rate limits and in total for misbehavior.
final class RequestCounter: Sendable {
  private static let window = Int64(1).hours

  private struct Counts {
    var window: Int64 = 0
    var passed: [Endpoint: Int] = [:]
    var requests: UInt64 = 0
    var failures = 0
  }

  private let counts = Mutex(Counts())

  /// Counts a request. Returns nil if the limit allows the request; otherwise the end of the hour
  /// in milliseconds since 1970.
  func pass(_ endpoint: Endpoint, limit: Int, at now: Int64) -> Int64? {
    counts.withLock { counts in
      let window = now / Self.window
      if window != counts.window { (counts.window, counts.passed) = (window, [:]) }
      guard counts.passed[endpoint, default: 0] < limit else { return (window + 1) * Self.window }
      counts.passed[endpoint, default: 0] += 1
      return nil
    }
  }

  /// Counts a request and returns its treatment.
  func treatment(under misbehavior: Misbehavior) -> Treatment {
    counts.withLock { counts in
      counts.requests += 1
      let treatment = Treatment(ofRequest: counts.requests, under: misbehavior)
      guard case .failure = treatment else { return treatment }
      counts.failures += 1
      return .failure(number: counts.failures)
    }
  }
}
