import EventStore
package import Ledger
package import Postgres

/// A write that an event may make fail without the rest of the transaction.
package enum IsolatedWrite {
  private static let begin = "savepoint part"
  private static let keep = "release savepoint part"
  private static let undo = "rollback to savepoint part; release savepoint part"

  /// Runs `body` between savepoints. If it throws, what it wrote is undone, and the transaction goes
  /// on.
  package static func attempt(
    on connection: isolated Connection, _ body: (isolated Connection) throws -> Void
  ) throws {
    try connection.script(begin)
    do {
      try body(connection)
      try connection.script(keep)
    } catch {
      connection.withdraw()
      try connection.script(undo)
      throw error
    }
  }

  /// Writes events by halves. Returns those that cannot be written.
  package static func write(
    _ events: [RecordedEvent], for consumer: ConsumerName, on connection: isolated Connection,
    _ body: @Sendable ([RecordedEvent], isolated Connection) throws -> Void
  ) throws -> [NewDeadLetter] {
    guard !events.isEmpty else { return [] }
    var new: [NewDeadLetter] = []
    var bisection = Bisection(trying: events.count)
    while let part = bisection.next {
      do {
        try attempt(on: connection) { connection in try body(Array(events[part]), connection) }
        bisection.accept()
      } catch  where NewDeadLetter.isTheEvents(error) {
        guard let index = bisection.reject() else { continue }
        if let letter = NewDeadLetter(events[index].id, of: consumer, writing: error) {
          new.append(letter)
        }
      }
    }
    return new
  }
}
