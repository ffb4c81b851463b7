/// The clock and the chance that a client goes by.
package struct ServerAPISurroundings: Sendable {
  package let now: @Sendable () -> Timestamp
  let sleep: @Sendable (Duration) async throws -> Void
  /// From 0 up to, but not including, 1.
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
