import Foundation

/// The real clock, which governs the expiry of tokens, rate limits and delays of answers.
package struct RealTime: Sendable {
  /// Returns the present in milliseconds since 1970.
  package let now: @Sendable () -> Int64
  let sleep: @Sendable (Duration) async throws -> Void

  package init(
    now: @escaping @Sendable () -> Int64,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.now = now
    self.sleep = sleep
  }

  package static let system = RealTime { Int64(Date().timeIntervalSince1970 * 1_000) }
}
