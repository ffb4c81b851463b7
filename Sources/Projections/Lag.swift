import Postgres

/// How far a projection is behind the log.
package struct Lag: Hashable, Sendable {
  package struct Lane: Hashable, Sendable {
    package let lane: Int16
    package let events: Int64
    /// Since the oldest event not taken in yet was recorded; zero when level.
    package let behind: Duration
    /// Events kept aside because they could not be taken in; not counted as behind.
    package let parked: Int64
  }

  package let lanes: [Lane]

  package var events: Int64 { lanes.reduce(0) { $0 + $1.events } }
  package var behind: Duration { lanes.map(\.behind).max() ?? .zero }
  package var parked: Int64 { lanes.reduce(0) { $0 + $1.parked } }
}

extension Lag.Lane {
  init(_ row: Row) throws(PostgresError) {
    lane = try row.get(0)
    events = try row.get(1)
    behind = .milliseconds(try row.get(2, as: Int64.self))
    parked = try row.get(3)
  }
}
