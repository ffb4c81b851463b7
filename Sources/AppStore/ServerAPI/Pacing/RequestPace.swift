/// How much of Apple's limits a client takes for itself.
///
/// Apple quotes its limits by the second and counts by the hour, for all who ask for one app together.
package struct RequestPace: Sendable, Hashable {
  /// Percent of Apple's limits: several processes share them.
  package let sharePercent: Int
  /// How long a request waits for its turn; one that had to wait longer is refused at once.
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
