import EventStore
import Ledger
import Postgres

/// An event that cannot be taken in, and why: the kind of error, nothing of the event's content.
struct Refusal: Equatable, Sendable {
  let id: EventID
  let reason: String

  init(_ event: UnreadableEvent) {
    id = event.id
    reason =
      switch event.reason {
      case .unknownType(let type): "unknown type \(type)"
      case .unknownSchemaVersion(let version): "unknown schema version \(version)"
      case .unknownWord(let word): "unknown word \(word)"
      case .incomplete(let what): what
      }
  }

  /// Nil where the fault is not the event's.
  init?(_ id: EventID, writing error: any Error) {
    guard let reason = Self.reason(writing: error) else { return nil }
    self.id = id
    self.reason = reason
  }

  /// Whether an error in writing is the fault of an event, and will be found again whenever that
  /// event is written. A schema that is not there, a missing right, or a database in trouble is not.
  static func isTheEvents(_ error: any Error) -> Bool {
    reason(writing: error) != nil
  }

  /// Classes of SQLSTATE that speak of values: cardinality, data, integrity, limits, raised by us.
  private static let classes = ["21", "22", "23", "54", "P0"]

  private static func reason(writing error: any Error) -> String? {
    switch error {
    case PostgresError.server(let error):
      classes.contains { error.sqlState.rawValue.hasPrefix($0) }
        ? "refused with SQLSTATE \(error.sqlState.rawValue)" : nil
    case PostgresError.decoding(let column, _): "column \(column) of its state cannot be read"
    case is PostgresError, is CancellationError: nil
    case is DecodingError: "its state cannot be read"
    default: "failed with \(type(of: error))"
    }
  }
}
