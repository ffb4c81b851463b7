import Synchronization

/// The token buckets and circuit breakers of one client, shared by all its requests in this process.
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

  /// The name of the limit, for the error of a request that is held back.
  let limit: String
  private let bucket: @Sendable (ServerAPIEndpoint, ServerAPIEnvironment) -> TokenBucket
  private let state = Mutex(State())

  /// - Parameter bucket: returns the full bucket of an endpoint in an environment.
  init(
    _ limit: String,
    bucket: @escaping @Sendable (ServerAPIEndpoint, ServerAPIEnvironment) -> TokenBucket
  ) {
    self.limit = limit
    self.bucket = bucket
  }

  func withBreaker<Result: Sendable>(
    of host: String, _ body: (inout CircuitBreaker) -> Result
  ) -> Result {
    state.withLock { body(&$0.breakers[host, default: CircuitBreaker()]) }
  }

  func withBucket<Result: Sendable>(
    of endpoint: ServerAPIEndpoint, in environment: ServerAPIEnvironment,
    _ body: (inout TokenBucket) -> Result
  ) -> Result {
    state.withLock { state in
      let line = Line(endpoint: endpoint, environment: environment)
      return body(&state.buckets[line, default: bucket(endpoint, environment)])
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
