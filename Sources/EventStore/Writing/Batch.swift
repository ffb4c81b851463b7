import Foundation
import Ledger
import Postgres

/// The outcome of a batch: that of each draft, in order, and the new ends of its lanes. It counts
/// only after the commit of the transaction.
struct WrittenBatch: Sendable {
  let appended: [Appended]
  let heads: [LaneHead]
  /// The moment of the batch.
  let recordedAt: Instant
  fileprivate var decisions: DecisionBatch?
  /// The verdicts, by the index of the decision's draft.
  fileprivate var verdicts: [Int: any Sendable] = [:]

  init(appended: [Appended], heads: [LaneHead], recordedAt: Instant) {
    self.appended = appended
    self.heads = heads
    self.recordedAt = recordedAt
  }

  /// Returns the folds of the decisions to their caches. Returns the outcome of each draft, in order.
  consuming func commit() -> [Written] {
    decisions?.commit(appended)
    return appended.enumerated().map { index, appended in
      Written(appended: appended, verdict: verdicts[index])
    }
  }
}

/// A batch of drafts, written together in one transaction of two round trips: the first locks and reads, the
/// second writes and commits.
struct Batch: Sendable {
  let drafts: [Draft]
  let reader: EventReader
  let keyring: Keyring
  let installation: Installation
  /// The generation of the memory by which the drafts were prepared. What is read for them is remembered in it
  /// alone.
  let generation: Int
  /// True if decided events are looked up before they are written. Otherwise the primary key of their keys
  /// refuses one that is stored already, which is rare, since a decision knows its stream.
  var looksUpDecided = false

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
    let rows = rows(of: drafts)
    guard drafts.contains(where: { $0.decision != nil }) else {
      let lookup = rows.lookup
      let (ends, answers) = try begin(with: lookup.queries, on: connection)
      return try rows.write(under: ends, lookup.found(answers), on: connection)
    }
    let decisions = BatchDecisions(
      of: drafts, reader, laneCount: installation.laneCount, since: generation)
    let lookup = rows.lookup
    let queries = lookup.queries
    let (ends, answers) = try begin(with: queries + decisions.queries, on: connection)
    let made = try await decisions.decide(
      under: ends, Array(answers.dropFirst(queries.count)), on: connection)
    return try write(made, under: ends, lookup.found(answers), on: connection)
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

  /// Writes the drafts with their decided events.
  ///
  /// - Parameter found: the answers about the drafts without them.
  private func write(
    _ made: BatchDecisions.Made, under ends: LaneEnds, _ found: BatchLookup.Found,
    on connection: isolated Connection
  ) throws -> WrittenBatch {
    let rows = rows(of: made.drafts)
    let decided = made.items.values.joined()
    let isFoundAnew = looksUpDecided || !rows.haveOneKeyEach(decided)
    var written = try rows.write(
      under: ends, isFoundAnew ? try lookUp(for: rows, on: connection) : found, on: connection)
    written.verdicts = made.verdicts
    let incomplete = incomplete(made.drafts, written.appended)
    guard !incomplete.contains(where: isDividedDecision) else { throw EventLogError.decidedBefore }
    try writeCompanions(of: made, written, on: connection)
    written.decisions = made.folds
    // A fold with an event that was left out is not that of its stream.
    written.decisions?.leaveOut(Set(incomplete.map(\.place)))
    return written
  }

  private func lookUp(
    for rows: BatchRows, on connection: isolated Connection
  ) throws -> BatchLookup.Found {
    let lookup = rows.lookup
    return lookup.found(lookup.queries.isEmpty ? [] : try connection.query(lookup.queries))
  }

  /// An item of a decision's draft of which an event was left out, because it is stored already.
  private struct IncompleteItem {
    let draft: Int
    let item: Int
    let place: StreamPlace
  }

  private func incomplete(_ drafts: [Draft], _ appended: [Appended]) -> [IncompleteItem] {
    var incomplete: [IncompleteItem] = []
    for (index, draft) in drafts.enumerated() where draft.decision != nil {
      var outcomes = appended[index].outcomes[...]
      for (number, item) in draft.items.enumerated() {
        if outcomes.prefix(item.events.count).contains(where: \.isDuplicate) {
          let place = StreamPlace(lane: item.lane, stream: item.row.stream)
          incomplete.append(IncompleteItem(draft: index, item: number, place: place))
        }
        outcomes = outcomes.dropFirst(item.events.count)
      }
    }
    return incomplete
  }

  /// Returns true for a decided item whose decision counts as a whole. The given items come before it.
  private func isDividedDecision(_ incomplete: IncompleteItem) -> Bool {
    let draft = drafts[incomplete.draft]
    return draft.decision?.isWhole == true && incomplete.item >= draft.items.count
  }

  private func writeCompanions(
    of made: BatchDecisions.Made, _ written: WrittenBatch, on connection: isolated Connection
  ) throws {
    let companions = drafts.indices.compactMap { index in
      drafts[index].companion.map { (companion: $0, index) }
    }
    for (companion, index) in companions.sorted(by: { $0.companion.order < $1.companion.order }) {
      guard let verdict = made.verdicts[index] else { continue }
      let calls = try companion.calls(
        Written(appended: written.appended[index], verdict: verdict))
      for call in calls { try connection.post(call) }
    }
  }

  private func rows(of drafts: [Draft]) -> BatchRows {
    BatchRows(drafts, keyring, of: installation)
  }
}
