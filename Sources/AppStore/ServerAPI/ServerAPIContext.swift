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
