import Foundation
import Ledger
import Postgres

/// The events of one request, prepared outside the locks: strings interned, keys computed, evidence
/// packed. The events of a decision are prepared after the decision is made.
struct Draft: Sendable {
  /// An event of an item, as far as the writer needs to know it.
  struct Event: Sendable {
    let keys: EventKeys
    let assertedAt: Instant
    let digest: Digest
  }

  /// Events that share a row if all of them are new.
  struct Item: Sendable {
    let events: [Event]
    let row: EncodedRow
    let lane: Int16
    let evidence: ObjectIdentifier?
    /// The rows of single events, of an item that holds several.
    let singles: SingleRows?
  }

  var items: [Item]
  /// The packed evidence, by the evidence as received.
  let evidence: [ObjectIdentifier: [UInt8]]
  /// The names of accounts, by their streams.
  let names: [Name]
  /// The streams whose keys and names are destroyed with the draft's events, if there are any.
  let forgotten: [StreamPlace]
  /// The generation of the memory by which the draft was prepared.
  let generation: Int
  /// True if the draft is refused while the ledger is paused.
  var isRefusedWhilePaused = false
  /// The decision that determines the appended events under the locks of its streams' lanes.
  var decision: (any PendingDecision)?
  /// Statements that are executed with a decision, unless it is refused.
  var companion: DraftCompanion?

  typealias Name = (place: StreamPlace, account: AccountID)

  /// The approximate memory of the draft while it waits.
  var byteCount: Int { evidence.values.reduce(eventCount * 1_024) { $0 + $1.count } }

  /// True if the draft appends to the shared lane.
  var isShared: Bool { items.contains { $0.lane == 0 } }

  /// The number of events. A decision counts as one event.
  var eventCount: Int {
    items.reduce(decision == nil ? 0 : 1) { $0 + $1.events.count }
  }
}

/// The companion of a decision, whatever its verdict.
struct DraftCompanion: Sendable {
  let order: String
  let calls: @Sendable (Written) throws -> [Call]
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

/// The rows of the events of an item, encoded only if they do not share one.
struct SingleRows: Sendable {
  let rows: [EventRow]
  let stringIDs: [InternedString: Int32]

  /// Returns the rows of those events that are left: one row if they share it.
  func encoded(
    _ kept: [Int]
  ) throws(StoredEventError) -> [(events: ArraySlice<Int>, row: EncodedRow)] {
    if let row = JoinedRow.join(kept.map { rows[$0] }[...]) {
      return [(kept[...], try encode(row))]
    }
    var encoded: [(events: ArraySlice<Int>, row: EncodedRow)] = []
    for index in kept.indices {
      encoded.append((kept[index...index], try encode(rows[kept[index]])))
    }
    return encoded
  }

  private func encode(_ row: EventRow) throws(StoredEventError) -> EncodedRow {
    guard let encoded = EncodedRow(row, stringIDs: stringIDs) else {
      throw .incomplete("a row uses a string without an id")
    }
    return encoded
  }
}

extension Draft.Item {
  /// Creates the item of an event; nil if a string of the row has no id among these.
  init?(
    _ new: NewEvent, _ row: EventRow, stringIDs: [InternedString: Int32], laneCount: Int16
  ) {
    self.init([new], [row], row, stringIDs: stringIDs, laneCount: laneCount)
  }

  /// Creates the item of events that share a row; nil if a string of it has no id among these.
  init?(
    _ new: ArraySlice<NewEvent>, _ rows: ArraySlice<EventRow>, _ shared: EventRow,
    stringIDs: [InternedString: Int32], laneCount: Int16
  ) {
    guard let encoded = EncodedRow(shared, stringIDs: stringIDs) else { return nil }
    self.init(
      events: zip(new, rows).map { new, row in
        Draft.Event(
          keys: new.event.stored.keys(in: row.stream), assertedAt: row.assertedAt,
          digest: row.digest)
      },
      row: encoded, lane: StreamID.lane(of: shared.stream, among: laneCount),
      evidence: new.first?.evidence.map(ObjectIdentifier.init),
      singles: rows.count > 1 ? SingleRows(rows: Array(rows), stringIDs: stringIDs) : nil)
  }
}
