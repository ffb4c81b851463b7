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
  /// The number of lanes of the installation.
  let laneCount: Int16

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
      .lanesLock, AdvisoryLock.lane.rawValue, isForAllLanes ? Array(0...laneCount) : lanes)
    if isForAllLanes { try connection.post(.clockTick) }
    let (heads, recordedAt) = try readHeads(on: connection)
    guard drafts.contains(where: { $0.decision != nil }) else {
      return try BatchRows(drafts, keyring, recordedAt: recordedAt).write(
        under: heads, on: connection)
    }
    return try await decide(under: heads, at: recordedAt, on: connection)
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
    var written = try BatchRows(decided, keyring, recordedAt: moment).write(
      under: heads, on: connection)
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
