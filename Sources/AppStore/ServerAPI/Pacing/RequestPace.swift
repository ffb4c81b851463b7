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
