import Synchronization

/// The rate of requests of each key in this process: a bucket that fills with the allowed requests a second, up to ten
/// seconds' worth, from which each request takes one.
package final class RequestRates: Sendable {
  private struct Bucket {
    var tokens: Double
    var at: ContinuousClock.Instant
  }

  private static let burstSeconds = 10
  /// The number of buckets from which the full ones, which say nothing, are forgotten.
  private static let countMax = 4_096

  /// The most requests a second of one key, on average; nil for any number.
  let perSecond: Int?
  private let buckets = Mutex<[String: Bucket]>([:])

  package init(perSecond: Int? = nil) {
    self.perSecond = perSecond
  }

  /// Takes a request of a key. Returns nil if it is allowed, or else the seconds after which another one is.
  func take(_ key: String, at now: ContinuousClock.Instant = .now) -> Int? {
    guard let perSecond else { return nil }
    let (rate, most) = (Double(perSecond), Double(perSecond * Self.burstSeconds))
    return buckets.withLock { buckets in
      func tokens(in bucket: Bucket) -> Double {
        min(most, bucket.tokens + max(0, (now - bucket.at) / .seconds(1)) * rate)
      }
      if buckets.count >= Self.countMax { buckets = buckets.filter { tokens(in: $0.value) < most } }
      let tokens = buckets[key].map(tokens) ?? most
      guard tokens >= 1 else { return max(1, Int(((1 - tokens) / rate).rounded(.up))) }
      buckets[key] = Bucket(tokens: tokens - 1, at: now)
      return nil
    }
  }
}
