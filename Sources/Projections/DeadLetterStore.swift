import EventStore
package import Ledger
import Postgres

/// An event that a projection could not apply, kept aside until a retry succeeds.
package struct DeadLetter: Hashable, Sendable {
  package let id: EventID
  /// The kind of error; nothing of the event's content.
  package let reason: String
  package let deadLetteredAt: Instant
}

/// The dead letters of one lane of a projection.
struct DeadLetterStore: Sendable {
  let lane: Int16
  let projection: String

  func add(_ newDeadLetters: [NewDeadLetter], on connection: isolated Connection) throws {
    try write(newDeadLetters, .deadLettersWrite, on: connection)
  }

  /// Updates the reasons of dead letters that still exist. A newer version may have applied the
  /// others.
  func explain(_ newDeadLetters: [NewDeadLetter], on connection: isolated Connection) throws {
    try write(newDeadLetters, .deadLettersExplain, on: connection)
  }

  func remove(_ positions: [Int64], on connection: isolated Connection) throws {
    guard !positions.isEmpty else { return }
    try connection.query(.deadLettersRemove, lane, projection, positions)
  }

  func read(
    after position: Int64, limit: Int, on connection: isolated Connection
  ) throws -> [DeadLetter] {
    let rows = try connection.query(.deadLettersRead, lane, projection, position, Int64(limit))
    return try rows.decode((Int64, String, Instant).self).map { position, reason, moment in
      DeadLetter(
        id: EventID(lane: lane, position: position), reason: reason, deadLetteredAt: moment)
    }
  }

  private func write(
    _ newDeadLetters: [NewDeadLetter], _ statement: Statement, on connection: isolated Connection
  ) throws {
    guard !newDeadLetters.isEmpty else { return }
    try connection.query(
      statement, lane, projection, newDeadLetters.map(\.id.position), newDeadLetters.map(\.reason))
  }
}
