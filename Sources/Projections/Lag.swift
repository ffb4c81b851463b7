/// The distance between a projection and the end of the log.
package struct Lag: Hashable, Sendable {
  package struct Lane: Hashable, Sendable {
    package let lane: Int16
    package let events: Int64
    /// The time since the oldest event that is not applied yet was recorded; zero if there is none.
    package let behind: Duration
    /// The number of dead letters. They do not count as lag.
    package let deadLetters: Int64
  }

  package let lanes: [Lane]

  package var events: Int64 { lanes.reduce(0) { $0 + $1.events } }
  package var behind: Duration { lanes.map(\.behind).max() ?? .zero }
  package var deadLetters: Int64 { lanes.reduce(0) { $0 + $1.deadLetters } }
}
