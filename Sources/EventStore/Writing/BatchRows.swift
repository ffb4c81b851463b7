import Foundation
import Ledger
import Postgres

/// The rows of a batch, written under the locks of its lanes.
struct BatchRows {
  private let drafts: [Draft]
  private let keyring: Keyring
  private let laneCount: Int16

  init(_ drafts: [Draft], _ keyring: Keyring, of installation: Installation) {
    self.drafts = drafts
    self.keyring = keyring
    laneCount = installation.laneCount
  }

  private var items: [Draft.Item] { drafts.flatMap(\.items) }

  /// The queries for these rows before they are written.
  var lookup: BatchLookup {
    let keys = Set(
      items.flatMap { item in
        item.events.flatMap(\.keys.probed).map { Placement.LaneKey(lane: item.lane, key: $0) }
      })
    let grants = Set(items.flatMap { $0.events.compactMap(\.keys.grant) })
    return BatchLookup(
      keys: Array(keys), grants: grants, streams: sealable, laneCount: laneCount)
  }

  /// Returns true if each event of these items would be stored under one key alone, if it were.
  func haveOneKeyEach(_ items: some Sequence<Draft.Item>) -> Bool {
    items.allSatisfy { item in item.events.allSatisfy { $0.keys.probed.count == 1 } }
  }

  /// Leaves out stored events and writes the rest, with evidence and names. Returns the outcome of each
  /// draft, in order, and the new ends of the lanes.
  ///
  /// - Parameter found: the answers to ``lookup``.
  func write(
    under ends: LaneEnds, _ found: BatchLookup.Found, on connection: isolated Connection
  ) throws -> WrittenBatch {
    let placement = try Placement(
      drafts, heads: ends.heads, known: try found.knownEvents(), granted: try found.knownGrants())
    let streamKeys = try StreamKeys(
      keyring, for: streams(of: placement), from: found.streamKeys, on: connection)
    let sealed = try streamKeys.seal(placement)
    try write(placement.placed, under: ends, on: connection)
    try write(placement.made, on: connection)
    try keep(sealed, on: connection)
    try keepNames(of: placement, streamKeys, on: connection)
    let heads = try close(placement.placed, ends, sealed, on: connection)
    try forget(on: connection)
    return WrittenBatch(
      appended: placement.appended, heads: heads, recordedAt: ends.recordedAt)
  }

  private func write(
    _ placed: [PlacedRow], under ends: LaneEnds, on connection: isolated Connection
  ) throws {
    guard !placed.isEmpty else { return }
    try connection.post(
      .eventsAppend,
      CompositeArray(placed, recordedAt: ends.recordedAt, rowType: ends.rowType))
    let events = placed.flatMap(\.events)
    try connection.post(
      .eventKeysAppend, events.map(\.id.lane), events.map(\.key.moment), events.map(\.key.key),
      events.map(\.id.position), events.map(\.assertedAt))
  }

  /// Stores the keys of new grants. Waits for another writer that stores the same one, in another lane.
  private func write(_ made: [GrantID: GrantPlace], on connection: isolated Connection) throws {
    guard !made.isEmpty else { return }
    let call = GrantKeys.append(made, among: laneCount)
    try connection.post(call)
  }

  private func keep(_ sealed: [SealedEvidence], on connection: isolated Connection) throws {
    guard !sealed.isEmpty else { return }
    try connection.post(
      .evidenceAppend, sealed.map(\.id.lane), sealed.map(\.id.position),
      sealed.map(\.digest.bytes), sealed.map(\.bytes))
  }

  /// Closes each lane's batch over the leaves of its events. Signals that the lanes have new
  /// events. Returns the new ends of the lanes.
  private func close(
    _ placed: [PlacedRow], _ ends: LaneEnds, _ sealed: [SealedEvidence],
    on connection: isolated Connection
  ) throws -> [LaneHead] {
    guard !placed.isEmpty else { return [] }
    let digests = Dictionary(sealed.map { ($0.id, $0.digest) }) { first, _ in first }
    var leaves: [Int16: [EventLeaf]] = [:]
    for row in placed {
      let evidence = row.evidence.map { EventID(lane: row.id.lane, position: $0) }
      let digest = evidence.flatMap { digests[$0] }
      leaves[row.id.lane, default: []] += row.events.map { EventLeaf($0.digest, evidence: digest) }
    }
    let batches = leaves.sorted { $0.key < $1.key }.compactMap { lane, leaves in
      ends.heads[lane].map { LaneBatch(after: $0, leaves, recordedAt: ends.recordedAt) }
    }
    try connection.post(
      .laneBatchesAppend, batches.map(\.lane), batches.map(\.firstPosition),
      batches.map(\.lastPosition), batches.map(\.root), batches.map(\.chain),
      batches.map(\.recordedAt))
    try connection.post(
      .lanesNotify, EventLog.channel,
      batches.map { String($0.lane) }.joined(separator: ","))
    return batches.map(\.head)
  }

  /// The streams with evidence or names that may have to be sealed.
  private var sealable: [StreamPlace] {
    let carriers = items.filter { $0.evidence != nil }
      .map { StreamPlace(lane: $0.lane, stream: $0.row.stream) }
    return Array(Set(carriers).union(drafts.flatMap(\.names).map(\.place)))
  }

  private func streams(of placement: Placement) -> Set<StreamPlace> {
    let carriers = placement.placed.filter { placement.evidence[$0.id] != nil }
    return Set(carriers.map(\.place)).union(names(placement).keys)
  }

  /// Returns the names of the accounts that new events concern.
  private func names(_ placement: Placement) -> [StreamPlace: AccountID] {
    let said = Set(placement.placed.compactMap(\.row.account))
      .union(placement.placed.map(\.place.stream))
    var names: [StreamPlace: AccountID] = [:]
    for name in drafts.flatMap(\.names) where said.contains(name.place.stream) {
      names[name.place] = name.account
    }
    return names
  }

  private func keepNames(
    of placement: Placement, _ streamKeys: StreamKeys, on connection: isolated Connection
  ) throws {
    let names = names(placement)
    guard !names.isEmpty else { return }
    let sealed = try names.map { place, name in (place, try streamKeys.seal(name, of: place)) }
    try connection.post(
      .accountNamesAppend, sealed.map(\.0.lane), sealed.map(\.0.stream),
      sealed.map(\.1))
  }

  private func forget(on connection: isolated Connection) throws {
    let places = drafts.filter { !$0.items.isEmpty }.flatMap(\.forgotten)
    guard !places.isEmpty else { return }
    for statement in [Statement.dataKeysDestroy, .accountNamesDestroy] {
      try connection.post(statement, places.map(\.lane), places.map(\.stream))
    }
  }
}
