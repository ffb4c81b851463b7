import EventStore
package import Ledger
import Postgres

/// An event that a projection could not take in, kept aside until it can.
package struct ParkedEvent: Hashable, Sendable {
  package let id: EventID
  /// The kind of error; nothing of the event's content.
  package let reason: String
  package let parkedAt: Instant
}

/// The parked events of one lane of a projection.
struct Parking: Sendable {
  let lane: Int16
  let projection: String

  func park(_ refused: [Refusal], on connection: isolated Connection) throws {
    try write(refused, ProjectionStatements.parkedEventsWrite, on: connection)
  }

  /// Leaves alone what is parked no longer: a newer version may have taken it in.
  func explain(_ refused: [Refusal], on connection: isolated Connection) throws {
    try write(refused, ProjectionStatements.parkedEventsExplain, on: connection)
  }

  func remove(_ positions: [Int64], on connection: isolated Connection) throws {
    guard !positions.isEmpty else { return }
    try connection.query(ProjectionStatements.parkedEventsRemove, lane, projection, positions)
  }

  func read(
    after position: Int64, limit: Int, on connection: isolated Connection
  ) throws -> [ParkedEvent] {
    let rows = try connection.query(
      ProjectionStatements.parkedEventsRead, lane, projection, position, Int64(limit))
    return try rows.map { row in
      ParkedEvent(
        id: EventID(lane: lane, position: try row.get(0)), reason: try row.get(1),
        parkedAt: Instant(milliseconds: try row.get(2, as: Timestamp.self).millisecondsSince1970))
    }
  }

  private func write(
    _ refused: [Refusal], _ statement: Statement, on connection: isolated Connection
  ) throws {
    guard !refused.isEmpty else { return }
    try connection.query(
      statement, lane, projection, refused.map(\.id.position), refused.map(\.reason))
  }
}
