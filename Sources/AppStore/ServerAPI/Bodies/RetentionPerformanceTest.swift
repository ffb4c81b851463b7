/// A started test of our answers to Apple's realtime requests. Times are in milliseconds.
package struct RetentionPerformanceTest: Sendable, Decodable, Hashable {
  package let requestId: String
  package let config: Config?

  package struct Config: Sendable, Decodable, Hashable {
    package let maxConcurrentRequests: Int64?
    package let totalRequests: Int64?
    package let totalDuration: Int64?
    package let responseTimeThreshold: Int64?
    /// Percent.
    package let successRateThreshold: Int32?
  }

  /// The result of the test.
  package struct Report: Sendable, Decodable, Hashable {
    package let config: Config?
    /// The URL that Apple called.
    package let target: String?
    /// `PENDING`, `PASS` or `FAIL`.
    package let result: String?
    /// Percent.
    package let successRate: Int32?
    package let numPending: Int32?
    package let responseTimes: ResponseTimes?
    /// The number of failed requests by reason.
    package let failures: [String: Int32]?
  }

  package struct ResponseTimes: Sendable, Decodable, Hashable {
    package let average: Int64?
    package let p50: Int64?
    package let p90: Int64?
    package let p95: Int64?
    package let p99: Int64?
  }
}
