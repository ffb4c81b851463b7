import Foundation
import Ledger

/// The content of an event as the log stores it: its columns and its key.
///
/// Notifications and renewals have version 2 of the row, all others version 1.
protocol StoredContent: EventContent {
  /// Reads the content of a stored row.
  init(_ row: EventRow) throws(StoredEventError)
  /// Writes the columns of the content.
  func write(to row: inout EventRow) throws(StoredEventError)
  /// Returns the keys that recognize a duplicate.
  ///
  /// - Parameter stream: the key of the event's stream, passed in because computing it takes a
  ///   digest.
  func keys(in stream: UUID) -> EventKeys
}

extension LedgerEvent {
  var stored: any StoredContent {
    switch self {
    case .chain(let event): event.stored
    case .account(let event): event.stored
    case .shared(let event): event.stored
    }
  }
}

extension EventRow {
  /// Returns the event that the row holds, equal to the event from which the row was made. The row must
  /// hold one event.
  func event() throws(StoredEventError) -> LedgerEvent {
    guard schemaVersion == type.rowVersion else {
      throw .unknownSchemaVersion(schemaVersion)
    }
    if let event = try ChainEvent(self) { return .chain(event) }
    if let event = try AccountEvent(self) { return .account(event) }
    if let event = try SharedEvent(self) { return .shared(event) }
    throw .incomplete("a reassertion is read together with the event it reasserts")
  }

  /// Returns the fact that this row reasserts: the content of an earlier row, asserted at this
  /// row's moment.
  func event(reasserting original: LedgerEvent) throws(StoredEventError) -> LedgerEvent {
    guard let event = original.ofChain?.asserted(at: assertedAt) else {
      throw .incomplete("only facts are reasserted")
    }
    return .chain(event)
  }
}

extension EventType {
  /// The version of the rows of this type.
  var rowVersion: Int16 {
    self == .notificationReceived || self == .renewalObserved ? 2 : 1
  }
}
