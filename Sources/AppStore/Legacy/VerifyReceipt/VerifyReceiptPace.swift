import Synchronization

/// The pace of a `verifyReceipt` client and the circuit breakers of its hosts, shared by all copies
/// of the client.
final class VerifyReceiptPace: Sendable {
  private struct State {
    var buckets: [ServerAPIEnvironment: TokenBucket] = [:]
    var breakers: [String: CircuitBreaker] = [:]
  }

  private let full: TokenBucket
  private let state = Mutex(State())

  /// - Parameters:
  ///   - perSecond: the requests to each environment, on average over an hour.
  ///   - patience: the longest wait for a turn.
  init(perSecond: Int, patience: Duration) {
    precondition(perSecond > 0, "a client may ask")
    full = TokenBucket(
      perHour: perSecond * 3_600, patience: Int64(patience / .milliseconds(1)))
  }

  func withBucket<Result: Sendable>(
    of environment: ServerAPIEnvironment, _ body: (inout TokenBucket) -> Result
  ) -> Result {
    state.withLock { body(&$0.buckets[environment, default: full]) }
  }

  func withBreaker<Result: Sendable>(
    of host: String, _ body: (inout CircuitBreaker) -> Result
  ) -> Result {
    state.withLock { body(&$0.breakers[host, default: CircuitBreaker()]) }
  }
}
