/// The pace of a consumer's rounds in a lane. A round is followed by a rest many times as long, so that the events of
/// many commits are processed together, and the rounds of all consumers leave the processors to those who wait.
enum RoundPace {
  /// The shortest time from the beginning of a round to that of the next one.
  private static let interval: Duration = .milliseconds(50)
  private static let restMax: Duration = .milliseconds(250)
  private static let restPerRound = 20

  /// Returns the rest after a round that took this long, its wait for the rounds of others included.
  static func rest(after round: Duration) -> Duration {
    min(max(round * restPerRound, interval - round), restMax)
  }
}
