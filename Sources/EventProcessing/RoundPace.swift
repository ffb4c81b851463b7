/// The pace of a consumer's rounds in a lane: a round works for a small part of the time, so that the events of many
/// commits are processed together, and the rounds of all consumers leave the processors to those who wait.
enum RoundPace {
  /// The shortest and the longest time from the beginning of a round to that of the next one.
  private static let interval: Duration = .milliseconds(50)
  private static let intervalMax: Duration = .milliseconds(250)
  /// The part of the time in which a round works is one in this many.
  private static let share = 20

  /// Returns the rest after a round that took this long.
  static func rest(after round: Duration) -> Duration {
    max(.zero, min(max(round * share, interval), intervalMax) - round)
  }
}
