package import EventStore
package import Ledger
import Postgres

/// An event that a consumer cannot process, with the reason: the kind of error, nothing of the
/// event's content. A reason that lies in another event names that event.
package struct NewDeadLetter: Equatable, Sendable {
  package let id: EventID
  package let consumer: ConsumerName
  package let reason: String

  package init(_ event: UnreadableEvent, of consumer: ConsumerName) {
    id = event.id
    self.consumer = consumer
    reason = event.reason.description
  }

  /// Returns nil if the event did not cause the error.
  package init?(_ id: EventID, of consumer: ConsumerName, writing error: any Error) {
    guard let reason = Self.reason(writing: error) else { return nil }
    self.id = id
    self.consumer = consumer
    self.reason = reason
  }

  /// Returns the same reason for another event.
  package func at(_ id: EventID) -> NewDeadLetter {
    NewDeadLetter(id: id, consumer: consumer, reason: reason)
  }

  private init(id: EventID, consumer: ConsumerName, reason: String) {
    self.id = id
    self.consumer = consumer
    self.reason = reason
  }

  /// Returns true if the event itself caused the error, so that each later write of the event would
  /// fail too. A missing schema, a missing right or a failing database is not caused by an event.
  package static func isTheEvents(_ error: any Error) -> Bool {
    reason(writing: error) != nil
  }

  /// The classes of SQLSTATE that concern values: cardinality, data, integrity, limits, and errors
  /// that our functions raise.
  private static let classes = ["21", "22", "23", "54", "P0"]

  private static func reason(writing error: any Error) -> String? {
    switch error {
    case PostgresError.server(let error):
      classes.contains { error.sqlState.rawValue.hasPrefix($0) }
        ? "refused with SQLSTATE \(error.sqlState.rawValue)" : nil
    case let event as UnreadableEvent: event.description
    case PostgresError.decoding(let column, let name, _):
      "column \(name ?? "\(column)") of its state cannot be read"
    case EventLogError.unstorable: "its consequences cannot be stored"
    case is PostgresError, is EventLogError, is CancellationError: nil
    case is DecodingError: "its state cannot be read"
    default: "failed with \(type(of: error))"
    }
  }
}
