import AppStore
import Intake
package import Ledger
import Postgres

/// A patience with errors that pass by themselves: it waits, as long as Apple asks, and tries again.
package struct Patience: Sendable {
  /// The longest stretch of a wait, after which the caller is heard.
  private static let stretchMax: Duration = .seconds(60)

  /// No patience: the first error ends the work.
  package static let none = Patience(limit: .zero) { Instant(milliseconds: 0) }

  /// The longest time to wait in all; nil for ever.
  package let limit: Duration?
  private let rest: @Sendable (Duration) async throws -> Void
  private let now: @Sendable () -> Instant

  package init(
    limit: Duration?,
    rest: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    now: @escaping @Sendable () -> Instant
  ) {
    self.limit = limit
    self.rest = rest
    self.now = now
  }

  /// Repeats the work until it succeeds, the limit is reached, or it fails with an error that only a
  /// person can mend.
  ///
  /// - Parameter onStretch: is called after each stretch of a wait.
  func outlast<Result>(
    onStretch: () async throws -> Void = {}, _ work: () async throws -> Result
  ) async throws -> Result {
    var backoff = Backoff(first: .seconds(1), max: .seconds(300))
    var waited = Duration.zero
    while true {
      do {
        return try await work()
      } catch {
        guard let earliest = Self.earliest(after: error) else { throw error }
        let pause = max(backoff.fail(), earliest.map { $0 - now() } ?? .zero)
        waited += pause
        if let limit, waited > limit { throw error }
        try await wait(pause, onStretch)
      }
    }
  }

  private func wait(_ pause: Duration, _ onStretch: () async throws -> Void) async throws {
    var left = pause
    while left > .zero {
      try await rest(min(left, Self.stretchMax))
      left -= Self.stretchMax
      try await onStretch()
    }
  }

  /// Returns nil for an error that does not pass by itself; otherwise the moment before which a try is of
  /// no use, if Apple told one.
  private static func earliest(after error: any Error) -> Instant?? {
    switch error {
    case let error as ServerAPIError:
      guard case .retry(let notBefore) = error.verdict else { return nil }
      return .some(notBefore.map { Instant(milliseconds: $0.milliseconds) })
    case let rejection as Rejection where rejection.isRetryable: return .some(nil)
    default: return nil
    }
  }
}
