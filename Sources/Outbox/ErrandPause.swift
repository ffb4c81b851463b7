/// How long an errand rests after a failure: exponentially longer, and by full jitter anything between
/// nothing and that, so that many who failed together do not come back together.
package struct ErrandPause: Sendable, Hashable {
  package static let standard = ErrandPause()

  package let first: Duration
  package let longest: Duration
  /// For what somebody has to mend first.
  package let configuration: Duration
  /// After so many failures in a row it is parked.
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

  /// The rest after so many failures in a row, for a fraction drawn evenly from 0 to 1.
  package func rest(after attempts: Int32, fraction: Double) -> Duration {
    ceiling(after: attempts) * fraction
  }

  /// The longest rest after so many failures in a row.
  package func ceiling(after attempts: Int32) -> Duration {
    min(first * (1 << min(max(attempts - 1, 0), 30)), longest)
  }
}
