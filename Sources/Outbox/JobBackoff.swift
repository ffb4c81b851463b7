/// A backoff after failures: exponential with full jitter, so that jobs that failed together do not
/// come back together.
package struct JobBackoff: Sendable, Hashable {
  package static let standard = JobBackoff()

  package let first: Duration
  package let longest: Duration
  /// The longest rest after an error that an operator has to fix.
  package let configuration: Duration
  /// The number of failures in a row after which a job is dead-lettered.
  package let attemptsMax: Int32

  package init(
    first: Duration = .seconds(1), longest: Duration = .seconds(6 * 3_600),
    configuration: Duration = .seconds(15 * 60), attemptsMax: Int32 = 32
  ) {
    self.first = first
    self.longest = longest
    self.configuration = configuration
    self.attemptsMax = attemptsMax
  }

  /// Returns the rest after so many failures in a row, for a fraction drawn evenly from 0 to 1.
  package func rest(after attempts: Int32, fraction: Double) -> Duration {
    ceiling(after: attempts) * fraction
  }

  /// Returns the longest rest after so many failures in a row.
  package func ceiling(after attempts: Int32) -> Duration {
    min(first * (1 << min(max(attempts - 1, 0), 30)), longest)
  }
}
