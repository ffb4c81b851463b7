import Foundation
import Ledger
import Postgres

/// The outcome of a batch: that of each draft, in order, and the new ends of its lanes. It counts
/// only after the commit of the transaction.
struct WrittenBatch: Sendable {
  let appended: [Appended]
  let heads: [LaneHead]
  fileprivate var decisions = DecisionBatch()
  /// The verdicts, by the index of the decision's draft.
  fileprivate var verdicts: [Int: any Sendable] = [:]

  /// Returns the folds of the decisions to their caches. Returns the outcome of each draft, in order.
  consuming func commit() -> [Written] {
    decisions.commit(appended)
    return appended.enumerated().map { index, appended in
      Written(appended: appended, verdict: verdicts[index])
    }
  }
}

/// A batch of drafts, written together in one transaction.
struct Batch: Sendable {
  let drafts: [Draft]
  let reader: EventReader
  let keyring: Keyring
  /// The number of lanes of the installation.
  let laneCount: Int16

  private var items: [Draft.Item] { drafts.flatMap(\.items) }

  private var lanes: [Int16] {
    let forgotten = drafts.flatMap(\.forgotten).map(\.lane)
    let decided = drafts.compactMap(\.decision).flatMap(\.places).map(\.lane)
    return Set(items.map(\.lane) + forgotten + decided).sorted()
  }

  /// True if the batch writes to the shared lane. Such a batch has one moment for all lanes:
  /// earlier events are older and later events are newer.
  private var isForAllLanes: Bool { lanes.contains(0) }

  /// Locks the lanes, leaves out stored events and appends the rest. Returns the result of each
  /// draft, in order.
  ///
  /// Decisions precede the other drafts in the batch and in the log, because decisions do not see
  /// those drafts.
  func append(on connection: isolated Connection) async throws -> WrittenBatch {
    try connection.post(
      .lanesLock, AdvisoryLock.lane.rawValue, isForAllLanes ? Array(0...laneCount) : lanes)
    if isForAllLanes { try connection.post(.clockTick) }
    let (heads, recordedAt) = try readHeads(on: connection)
    guard drafts.contains(where: { $0.decision != nil }) else {
      return try write(under: heads, recordedAt, on: connection)
    }
    return try await decide(under: heads, at: recordedAt, on: connection)
  }

  private func write(
    under heads: [Int16: LaneHead], _ recordedAt: Instant, on connection: isolated Connection
  ) throws -> WrittenBatch {
    let keys = Array(Set(items.flatMap(\.laneKeys)))
    let found = try connection.query([
      Call(
        .eventKeysFind, keys.map(\.lane),
        keys.map(\.key.moment),
        keys.map(\.key.key)),
      StreamKeys.query(for: sealable),
    ])
    let placement = Placement(drafts, heads: heads, known: try known(from: found[0]))
    let streamKeys = try StreamKeys(
      keyring, for: streams(of: placement), from: found[1], on: connection)
    let sealed = try streamKeys.seal(placement)
    try write(placement.placed, recordedAt, on: connection)
    try keep(sealed, on: connection)
    try keepNames(of: placement, streamKeys, on: connection)
    let ends = try close(placement.placed, heads, sealed, recordedAt, on: connection)
    try forget(on: connection)
    return WrittenBatch(appended: placement.appended, heads: ends)
  }

  /// Reads the ends of the locked lanes. Throws `EventLogError.paused` if a draft is refused now.
  private func readHeads(
    on connection: isolated Connection
  ) throws -> (heads: [Int16: LaneHead], recordedAt: Instant) {
    var heads: [Int16: LaneHead] = [:]
    var recordedAt = Instant(milliseconds: 0)
    var calls = [Call(.laneHeads, lanes)]
    if drafts.contains(where: \.isRefusedWhilePaused) { calls.append(Call(.ledgerPaused)) }
    let answers = try connection.query(calls)
    if answers.count > 1, try answers[1][0].decode(Bool.self) { throw EventLogError.paused }
    for row in answers[0] {
      let (lane, position, chain, moment) = try row.decode(
        (Int16, Int64?, [UInt8]?, Instant).self)
      heads[lane] = LaneHead(lane: lane, position: position, chain: chain)
      recordedAt = max(recordedAt, moment)
    }
    return (heads, recordedAt)
  }

  private func known(from rows: Rows) throws -> [Placement.LaneKey: Placement.Known] {
    var found: [Placement.LaneKey: Placement.Known] = [:]
    for row in rows {
      let (lane, moment, key, position, assertedAt) = try row.decode(
        (Int16, Instant, UUID, Int64, Instant).self)
      let eventKey = EventKey(moment: moment, key: key)
      found[Placement.LaneKey(lane: lane, key: eventKey)] = Placement.Known(
        id: EventID(lane: lane, position: position), assertedAt: assertedAt)
    }
    return found
  }

  private func write(
    _ placed: [PlacedRow], _ recordedAt: Instant, on connection: isolated Connection
  ) throws {
    guard !placed.isEmpty else { return }
    try connection.post(
      Call(
        .eventsAppend,
        parameters: EventParameters(placed, recordedAt: recordedAt).values))
    try connection.post(
      .eventKeysAppend, placed.map(\.id.lane),
      placed.map(\.key.moment), placed.map(\.key.key),
      placed.map(\.id.position),
      placed.map(\.row.assertedAt))
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
    _ placed: [PlacedRow], _ heads: [Int16: LaneHead], _ sealed: [SealedEvidence],
    _ recordedAt: Instant, on connection: isolated Connection
  ) throws -> [LaneHead] {
    guard !placed.isEmpty else { return [] }
    let digests = Dictionary(sealed.map { ($0.id, $0.digest) }) { first, _ in first }
    var leaves: [Int16: [EventLeaf]] = [:]
    for row in placed {
      let evidence = row.evidence.map { EventID(lane: row.id.lane, position: $0) }
      leaves[row.id.lane, default: []].append(
        EventLeaf(row.row.digest, evidence: evidence.flatMap { digests[$0] }))
    }
    let batches = leaves.sorted { $0.key < $1.key }.compactMap { lane, leaves in
      heads[lane].map { LaneBatch(after: $0, leaves, recordedAt: recordedAt) }
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
}

extension Batch {
  /// Makes the decisions in the order of the requests and appends the batch with their events. All
  /// that they read comes over this connection: while it holds the locks of the lanes, a wait for the
  /// readers' connections would stop every writer.
  private func decide(
    under heads: [Int16: LaneHead], at moment: Instant, on connection: isolated Connection
  ) async throws -> WrittenBatch {
    var batch = DecisionBatch()
    for draft in drafts { try draft.decision?.checkOut(into: &batch, under: heads) }
    let reader = reader.asking(connection)
    var context = DecisionContext(
      news: try await newEvents(after: batch.positions, by: reader), moment: moment, reader: reader)
    var decided = drafts
    var verdicts: [Int: any Sendable] = [:]
    for (index, draft) in drafts.enumerated() {
      guard let decision = draft.decision else { continue }
      context.draft = index
      let (verdict, events) = try await decision.decide(in: &batch, context)
      verdicts[index] = verdict
      decided[index].items = try events.map { event in
        let row = try EventRow(event)
        guard row.isStorable else { throw EventLogError.unstorable }
        return try Draft.Item(
          NewEvent(event), row, stringIDs: decision.stringIDs, laneCount: laneCount)
      }
    }
    var written = try Batch(drafts: decided, reader: reader, keyring: keyring, laneCount: laneCount)
      .write(under: heads, moment, on: connection)
    written.decisions = batch
    written.verdicts = verdicts
    return written
  }

  /// Returns the events of streams after these positions, by stream.
  private func newEvents(
    after positions: [StreamPlace: Int64], by reader: EventReader
  ) async throws -> [UUID: [RecordedEvent]] {
    let places = Array(positions)
    let rows = try await reader.rows(
      .eventsOfStreamsSince,
      [places.map(\.key.lane), places.map(\.key.stream), places.map(\.value)])
    let events = try await reader.events(of: Array(rows))
    return Dictionary(grouping: events, by: \.event.stream.key)
  }
}

/// Evidence and names, sealed with the keys of streams.
extension Batch {
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
    let places = drafts.flatMap(\.forgotten)
    guard !places.isEmpty else { return }
    for statement in [Statement.dataKeysDestroy, .accountNamesDestroy] {
      try connection.post(statement, places.map(\.lane), places.map(\.stream))
    }
  }
}

extension Draft.Item {
  fileprivate var laneKeys: [Placement.LaneKey] {
    [keys.content, keys.reassertion].compactMap(\.self).map {
      Placement.LaneKey(lane: lane, key: $0)
    }
  }
}
