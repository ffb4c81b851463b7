import Ledger
import Postgres

extension EventLog {
  /// Appends these events in one transaction; what is stored already is left out and named.
  ///
  /// Returns after the commit. On any error nothing of it was stored. Evidence is kept only if an
  /// event resting on it is stored.
  package func append(_ events: [NewEvent], evidence: [Evidence] = []) async throws -> Appended {
    let draft = try Draft(events, evidence: evidence, log: self)
    let wordIDs = try await words.ids(of: draft.usedWords)
    return try await pool.withConnection { connection in
      try await connection.transaction { connection in
        try draft.append(on: connection, wordIDs: wordIDs)
      }
    }
  }
}

/// Events made ready outside the locks: rows, keys and lanes computed, evidence at hand.
private struct Draft: Sendable {
  struct Item: Sendable {
    let row: EventRow
    let key: LaneKey
  }

  struct LaneKey: Hashable, Sendable {
    let lane: Int16
    let key: EventKey
  }

  let items: [Item]
  let evidence: [Digest: Evidence]

  init(_ events: [NewEvent], evidence: [Evidence], log: EventLog) throws {
    items = events.map { new in
      Item(
        row: EventRow(new.event, evidence: new.evidence),
        key: LaneKey(lane: log.lane(of: new.event.stream), key: EventKey(new.event)))
    }
    self.evidence = Dictionary(evidence.map { ($0.digest, $0) }) { first, _ in first }
    guard items.allSatisfy({ $0.row.evidence.map { self.evidence[$0] != nil } ?? true }) else {
      throw EventLogError.evidenceMissing
    }
  }

  var usedWords: Set<String> { Set(items.flatMap(\.row.usedWords)) }

  private var lanes: [Int16] { Set(items.map(\.key.lane)).sorted() }

  func append(
    on connection: isolated Connection, wordIDs: [String: Int32]
  ) throws -> Appended {
    for lane in lanes { _ = try connection.query(EventStatements.laneLock, lane) }
    var heads = try readHeads(on: connection)
    var known = try findKeys(on: connection)
    var placed: [PlacedRow] = []
    let outcomes = items.map { item -> Appended.Outcome in
      if let id = known[item.key] { return .duplicate(of: id) }
      guard var head = heads[item.key.lane] else {
        preconditionFailure("every lane of the draft has a head")
      }
      let id = head.admit(item.row.digest, evidence: item.row.evidence)
      heads[item.key.lane] = head
      known[item.key] = id
      placed.append(
        PlacedRow(id: id, key: item.key.key, row: item.row, recordedAt: head.recordedAt))
      return .stored(id)
    }
    guard !placed.isEmpty else { return Appended(outcomes: outcomes) }
    try write(placed, heads.values.compactMap(\.batch), wordIDs, on: connection)
    return Appended(outcomes: outcomes)
  }

  private func readHeads(on connection: isolated Connection) throws -> [Int16: LaneHead] {
    var heads: [Int16: LaneHead] = [:]
    for row in try connection.query(EventStatements.laneHeads, lanes) {
      let lane: Int16 = try row.get(0)
      heads[lane] = LaneHead(
        lane: lane, lastPosition: try row.optional(1), chain: try row.optional(2),
        recordedAt: Instant(try row.get(3, as: Timestamp.self)))
    }
    return heads
  }

  private func findKeys(on connection: isolated Connection) throws -> [LaneKey: EventID] {
    let keys = Array(Set(items.map(\.key)))
    let rows = try connection.query(
      EventStatements.eventKeysFind, keys.map(\.lane), keys.map { Timestamp($0.key.assertedAt) },
      keys.map(\.key.key))
    var found: [LaneKey: EventID] = [:]
    for row in rows {
      let lane: Int16 = try row.get(0)
      let key = EventKey(
        assertedAt: Instant(try row.get(1, as: Timestamp.self)), key: try row.get(2))
      found[LaneKey(lane: lane, key: key)] = EventID(lane: lane, position: try row.get(3))
    }
    return found
  }

  private func write(
    _ placed: [PlacedRow], _ batches: [LaneBatch], _ wordIDs: [String: Int32],
    on connection: isolated Connection
  ) throws {
    _ = try connection.query(
      EventStatements.eventsAppend, EventColumns(placed, wordIDs: wordIDs).parameters)
    _ = try connection.query(
      EventStatements.eventKeysAppend, placed.map(\.id.lane),
      placed.map { Timestamp($0.key.assertedAt) }, placed.map(\.key.key), placed.map(\.id.position))
    try keepEvidence(of: placed, on: connection)
    let ordered = batches.sorted { $0.lane < $1.lane }
    _ = try connection.query(
      EventStatements.laneBatchesAppend, ordered.map(\.lane), ordered.map(\.firstPosition),
      ordered.map(\.lastPosition), ordered.map(\.root), ordered.map(\.chain),
      ordered.map { Timestamp($0.recordedAt) })
  }

  private func keepEvidence(
    of placed: [PlacedRow], on connection: isolated Connection
  ) throws {
    var kept: [(row: PlacedRow, evidence: Evidence)] = []
    for row in placed {
      guard let digest = row.row.evidence, let evidence = evidence[digest],
        !kept.contains(where: { $0.row.id.lane == row.id.lane && $0.evidence.digest == digest })
      else { continue }
      kept.append((row, evidence))
    }
    guard !kept.isEmpty else { return }
    _ = try connection.query(
      EventStatements.evidenceAppend, kept.map(\.row.id.lane), kept.map(\.evidence.digest.bytes),
      kept.map { Timestamp($0.row.recordedAt) },
      kept.map { _ in EvidenceEncoding.asReceived.rawValue }, kept.map(\.evidence.bytes))
  }
}
