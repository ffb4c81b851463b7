import Foundation
import Ledger

/// The events of one request made ready outside the locks: rows worded, keys computed, evidence packed.
struct Draft: Sendable {
  struct Item: Sendable {
    let row: WordedRow
    let lane: Int16
    let keys: EventKeys
    let evidence: ObjectIdentifier?
  }

  let items: [Item]
  /// Packed bodies by the evidence they were made of.
  let bodies: [ObjectIdentifier: [UInt8]]
  /// What accounts are called, by their streams.
  let names: [Name]
  /// Streams whose keys and names are destroyed with this.
  let forgotten: [StreamPlace]

  typealias Name = (place: StreamPlace, account: AccountID)

  /// What it takes of memory while it waits, roughly.
  var byteCount: Int { bodies.values.reduce(items.count * 1_024) { $0 + $1.count } }
}

/// A stream and its lane.
struct StreamPlace: Hashable, Sendable {
  let lane: Int16
  let stream: UUID
}

/// An append as it was asked for.
struct AppendRequest: Sendable {
  var events: [NewEvent]
  var names: [AccountName] = []
  var forgotten: [StreamID] = []
}
