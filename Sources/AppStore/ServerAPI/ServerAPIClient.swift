/// A client of the App Store Server API for one app. Copies share tokens, pace and breakers.
///
/// Every request may be repeated: Apple applies none of them twice.
package struct ServerAPIClient: Sendable {
  package let bundleID: String
  package let transactions: TransactionRequests
  package let histories: HistoryRequests
  package let subscriptions: SubscriptionRequests
  package let notifications: NotificationRequests

  /// - Parameters:
  ///   - hosts: the hosts in order of preference. A later host is used only if the earlier ones
  ///     cannot be reached.
  ///   - timeout: the time limit of a whole request.
  package init(
    bundleID: String, key: ServerAPIKey,
    hosts: [AppleHosts] = AppleHosts.serverAPI, pace: RequestPace = RequestPace(),
    timeout: Duration = .seconds(30), in context: ServerAPIContext
  ) {
    let gate = RequestGate("our share of Apple's limit") { pace.bucket(of: $0, in: $1) }
    let sender = AppleSender(
      to: hosts, with: BearerTokens(for: bundleID, by: key), by: gate, timeout: timeout, in: context
    )
    self.bundleID = bundleID
    transactions = TransactionRequests(sender)
    histories = HistoryRequests(sender)
    subscriptions = SubscriptionRequests(sender)
    notifications = NotificationRequests(sender)
  }
}

extension ServerAPIClient: CustomStringConvertible, CustomReflectable {
  package var description: String { "Server API client of \(bundleID)" }
  package var customMirror: Mirror { Mirror(self, children: ["bundleID": bundleID]) }
}

/// The clock and the source of chance of a client.
package struct ServerAPIContext: Sendable {
  package let now: @Sendable () -> Timestamp
  let sleep: @Sendable (Duration) async throws -> Void
  /// A random number from 0 up to, but not including, 1.
  let chance: @Sendable () -> Double

  package init(
    now: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.now = now
    self.sleep = sleep
    self.chance = chance
  }
}
