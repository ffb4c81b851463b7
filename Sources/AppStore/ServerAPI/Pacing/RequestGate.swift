import Synchronization

/// The token buckets and circuit breakers of one app, shared by all its requests in this process.
final class RequestGate: Sendable {
  /// A unit of Apple's rate limits. Apple counts each endpoint and each environment separately.
  private struct Line: Hashable {
    let endpoint: ServerAPIEndpoint
    let environment: ServerAPIEnvironment
  }

  private struct State {
    var buckets: [Line: TokenBucket] = [:]
    var breakers: [String: CircuitBreaker] = [:]
  }

  private let pace: RequestPace
  private let state = Mutex(State())

  init(_ pace: RequestPace) {
    self.pace = pace
  }

  func turn(
    of endpoint: ServerAPIEndpoint, in environment: ServerAPIEnvironment, at now: Timestamp
  ) -> TokenBucket.Turn {
    withBucket(endpoint, environment) { $0.take(at: now) }
  }

  func stop(
    _ endpoint: ServerAPIEndpoint, in environment: ServerAPIEnvironment, until moment: Timestamp?,
    at now: Timestamp
  ) {
    withBucket(endpoint, environment) { $0.stop(until: moment, at: now) }
  }

  func stop(
    of endpoint: ServerAPIEndpoint, in environment: ServerAPIEnvironment, at now: Timestamp
  ) -> Timestamp? {
    withBucket(endpoint, environment) { $0.stop(at: now) }
  }

  func withBreaker<Result: Sendable>(
    of host: String, _ body: (inout CircuitBreaker) -> Result
  ) -> Result {
    state.withLock { body(&$0.breakers[host, default: CircuitBreaker()]) }
  }

  private func withBucket<Result: Sendable>(
    _ endpoint: ServerAPIEndpoint, _ environment: ServerAPIEnvironment,
    _ body: (inout TokenBucket) -> Result
  ) -> Result {
    state.withLock { state in
      let line = Line(endpoint: endpoint, environment: environment)
      return body(&state.buckets[line, default: pace.bucket(of: endpoint, in: environment)])
    }
  }
}

/// The share of Apple's rate limits that a client uses.
///
/// Apple quotes limits per second and counts per hour, over all clients of one app.
package struct RequestPace: Sendable, Hashable {
  /// Percent of Apple's limits, which several processes share.
  package let sharePercent: Int
  /// The longest wait for a turn. A request that would wait longer is rejected at once.
  package let patience: Duration

  package init(sharePercent: Int = 50, patience: Duration = .seconds(10)) {
    precondition((1...100).contains(sharePercent), "a share is 1 to 100 percent")
    self.sharePercent = sharePercent
    self.patience = patience
  }

  func bucket(of endpoint: ServerAPIEndpoint, in environment: ServerAPIEnvironment) -> TokenBucket {
    let hourly = endpoint.perSecond * 3_600 * sharePercent / 100
    return TokenBucket(
      perHour: environment == .sandbox ? hourly / 10 : hourly,
      patience: Int64(patience / .milliseconds(1)))
  }
}
