/// The pace of a consumer's rounds in a lane. A round is followed by a rest many times as long, so that the events of
/// many commits are processed together, and the rounds of all consumers leave the processors to those who wait.
package enum RoundPace {
  /// The shortest time from the beginning of a round to that of the next one, unless a consumer has another.
  package static let intervalDefault: Duration = .milliseconds(250)
  private static let restMax: Duration = .milliseconds(250)
  private static let restPerRound = 20

  /// Returns the rest after a round that took this long, its wait for the rounds of others included.
  ///
  /// - Parameter interval: the shortest time from the beginning of a round to that of the next one.
  static func rest(after round: Duration, interval: Duration) -> Duration {
    min(max(round * restPerRound, interval - round), restMax)
  }
}
