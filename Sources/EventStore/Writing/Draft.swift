import Foundation
import Ledger

/// The events of one request made ready outside the locks: rows worded, keys computed, evidence packed.
/// Those of a decision are made ready when it was made.
struct Draft: Sendable {
  struct Item: Sendable {
    let row: WordedRow
    let lane: Int16
    let keys: EventKeys
    let evidence: ObjectIdentifier?
    /// Whether it is left out unless the item before it is new.
    let followsNew: Bool
  }

  var items: [Item]
  /// Packed bodies by the evidence they were made of.
  let bodies: [ObjectIdentifier: [UInt8]]
  /// What accounts are called, by their streams.
  let names: [Name]
  /// Streams whose keys and names are destroyed with this.
  let forgotten: [StreamPlace]
  /// What decides, under the lock of its stream's lane, which events are appended.
  var decision: (any PendingDecision)?

  typealias Name = (place: StreamPlace, account: AccountID)

  /// What it takes of memory while it waits, roughly.
  var byteCount: Int { bodies.values.reduce(eventCount * 1_024) { $0 + $1.count } }

  /// A decision comes to one event as a rule.
  var eventCount: Int { items.count + (decision == nil ? 0 : 1) }
}

/// A stream and its lane.
struct StreamPlace: Hashable, Sendable {
  let lane: Int16
  let stream: UUID

  init(lane: Int16, stream: UUID) {
    self.lane = lane
    self.stream = stream
  }

  init(_ stream: StreamID, among laneCount: Int16) {
    self.stream = stream.key
    lane = StreamID.lane(of: self.stream, among: laneCount)
  }
}

/// An append as it was asked for.
struct AppendRequest: Sendable {
  var events: [NewEvent]
  var names: [AccountName] = []
  var forgotten: [StreamID] = []
}
