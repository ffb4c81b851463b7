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

  init(appended: [Appended], heads: [LaneHead]) {
    self.appended = appended
    self.heads = heads
  }

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
  let installation: Installation

  private var lanes: [Int16] {
    let forgotten = drafts.flatMap(\.forgotten).map(\.lane)
    let decided = drafts.compactMap(\.decision).flatMap(\.places).map(\.lane)
    let appended = drafts.flatMap(\.items).map(\.lane)
    return Set(appended + forgotten + decided).sorted()
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
      .lanesLock, AdvisoryLock.lane.rawValue,
      isForAllLanes ? Array(0...installation.laneCount) : lanes)
    if isForAllLanes { try connection.post(.clockTick) }
    guard drafts.contains(where: { $0.decision != nil }) else {
      let rows = rows(of: drafts)
      let (ends, found) = try begin(with: rows.queries, on: connection)
      return try rows.write(under: ends, found, on: connection)
    }
    return try await decide(under: try begin(with: [], on: connection).ends, on: connection)
  }

  /// Reads the ends of the locked lanes, in one round trip with the locks and further queries. Throws
  /// `EventLogError.paused` if a draft is refused now.
  private func begin(
    with queries: [Call], on connection: isolated Connection
  ) throws -> (ends: LaneEnds, found: [Rows]) {
    var calls = [Call(.laneHeads, lanes)]
    if drafts.contains(where: \.isRefusedWhilePaused) { calls.append(Call(.ledgerPaused)) }
    let answers = try connection.query(calls + queries)
    if calls.count > 1, try answers[1][0].decode(Bool.self) { throw EventLogError.paused }
    return (try LaneEnds(answers[0]), Array(answers.dropFirst(calls.count)))
  }

  /// Makes the decisions in the order of the requests and appends the batch with their events. All
  /// that they read comes over this connection: while it holds the locks of the lanes, a wait for the
  /// readers' connections would stop every writer.
  private func decide(
    under ends: LaneEnds, on connection: isolated Connection
  ) async throws -> WrittenBatch {
    var batch = DecisionBatch()
    for draft in drafts { try draft.decision?.checkOut(into: &batch, under: ends.heads) }
    let reader = reader.asking(connection)
    var context = DecisionContext(
      news: try await newEvents(after: batch.positions, by: reader), moment: ends.recordedAt,
      reader: reader)
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
        let item = Draft.Item(
          NewEvent(event), row, stringIDs: decision.stringIDs, laneCount: installation.laneCount)
        guard let item else {
          throw StoredEventError.incomplete("a decision uses a string without an id")
        }
        return item
      }
    }
    let rows = rows(of: decided)
    var written = try rows.write(
      under: ends, try connection.query(rows.queries), on: connection)
    written.decisions = batch
    written.verdicts = verdicts
    return written
  }

  private func rows(of drafts: [Draft]) -> BatchRows {
    BatchRows(drafts, keyring, formerKeysUntil: installation.formerKeysUntil)
  }

  /// Returns the events of streams after these positions, by stream.
  private func newEvents(
    after positions: [StreamPlace: Int64], by reader: EventReader
  ) async throws -> [UUID: [RecordedEvent]] {
    let places = Array(positions)
    let rows = try await reader.rows(
      .eventsOfStreamsSince,
      [places.map(\.key.lane), places.map(\.key.stream), places.map(\.value)])
    let events = try await reader.events(of: Array(rows)).filter { event in
      let place = StreamPlace(lane: event.id.lane, stream: event.event.stream.key)
      return event.id.position > positions[place] ?? 0
    }
    return Dictionary(grouping: events, by: \.event.stream.key)
  }
}
