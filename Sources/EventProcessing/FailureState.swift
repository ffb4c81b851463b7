import Postgres

/// The consecutive failures of one loop, so that a failure is logged once when it begins and once
/// when it ends.
struct FailureState: Equatable {
  struct Rest: Equatable {
    let duration: Duration
    /// True if the failure differs from the previous one, so that it should be logged.
    let isNew: Bool
  }

  private var kind: String?
  private var backoff = Backoff()

  /// Counts a failure and returns the delay before the next attempt.
  mutating func begin(
    _ kind: String, using random: inout some RandomNumberGenerator
  ) -> Rest {
    defer { self.kind = kind }
    return Rest(duration: backoff.fail(using: &random), isNew: kind != self.kind)
  }

  mutating func begin(_ kind: String) -> Rest {
    var random = SystemRandomNumberGenerator()
    return begin(kind, using: &random)
  }

  /// Resets the state after a success; returns the number of failures before it, or nil if there
  /// were none.
  mutating func end() -> Int? {
    guard kind != nil else { return nil }
    defer { self = FailureState() }
    return backoff.failures
  }
}
