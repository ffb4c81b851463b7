/// The delay after consecutive failures. It doubles with each failure up to a limit. Jitter keeps
/// clients that failed together from retrying together.
package struct Backoff: Sendable, Hashable {
  package let first: Duration
  package let max: Duration
  package private(set) var failures = 0

  package init(first: Duration = .milliseconds(100), max: Duration = .seconds(10)) {
    self.first = first
    self.max = max
  }

  /// Counts one more failure and returns the delay: between half of the doubled delay and all of
  /// it.
  package mutating func fail(
    using random: inout some RandomNumberGenerator
  ) -> Duration {
    failures += 1
    let due = Swift.min(first * (1 << Swift.min(failures - 1, 16)), max)
    return due * Double.random(in: 0.5...1, using: &random)
  }

  package mutating func fail() -> Duration {
    var random = SystemRandomNumberGenerator()
    return fail(using: &random)
  }

  package mutating func succeed() {
    failures = 0
  }
}
