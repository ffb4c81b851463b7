import Foundation
import Ledger

/// The events of one request, prepared outside the locks: strings interned, keys computed, evidence
/// packed. The events of a decision are prepared after the decision is made.
struct Draft: Sendable {
  struct Item: Sendable {
    let row: EncodedRow
    let lane: Int16
    let keys: EventKeys
    let evidence: ObjectIdentifier?
  }

  var items: [Item]
  /// The packed evidence, by the evidence as received.
  let evidence: [ObjectIdentifier: [UInt8]]
  /// The names of accounts, by their streams.
  let names: [Name]
  /// The streams whose keys and names this draft destroys.
  let forgotten: [StreamPlace]
  /// The generation of the memory by which the draft was prepared.
  let generation: Int
  /// True if the draft is refused while the ledger is paused.
  var isRefusedWhilePaused = false
  /// The decision that determines the appended events under the locks of its streams' lanes.
  var decision: (any PendingDecision)?

  typealias Name = (place: StreamPlace, account: AccountID)

  /// The approximate memory of the draft while it waits.
  var byteCount: Int { evidence.values.reduce(eventCount * 1_024) { $0 + $1.count } }

  /// The number of events. A decision counts as one event.
  var eventCount: Int { items.count + (decision == nil ? 0 : 1) }
}

/// The place of a stream: the stream and its lane.
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

/// A request to append events.
struct AppendRequest: Sendable {
  var events: [NewEvent]
  var names: [AccountName] = []
  var forgotten: [StreamID] = []
  var isRefusedWhilePaused = false
}

extension Draft.Item {
  /// Creates the item of an event; nil if a string of the row has no id among these.
  init?(
    _ new: NewEvent, _ row: EventRow, stringIDs: [InternedString: Int32], laneCount: Int16
  ) {
    guard let encoded = EncodedRow(row, stringIDs: stringIDs) else { return nil }
    self.init(
      row: encoded, lane: StreamID.lane(of: row.stream, among: laneCount),
      keys: new.event.stored.keys(in: row.stream),
      evidence: new.evidence.map(ObjectIdentifier.init))
  }
}
