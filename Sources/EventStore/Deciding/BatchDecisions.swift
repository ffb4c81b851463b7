import Foundation
import Ledger
import Postgres

/// The decisions of one batch, made in the order of the requests.
struct BatchDecisions: Sendable {
  /// The drafts with their decided events, and what the batch remembers of the decisions.
  struct Made: Sendable {
    var drafts: [Draft]
    var folds: DecisionBatch
    /// The decided events, by the index of the decision's draft.
    var items: [Int: [Draft.Item]] = [:]
    /// The verdicts, by the index of the decision's draft. A draft without one was refused.
    var verdicts: [Int: any Sendable] = [:]
  }

  private let drafts: [Draft]
  private let reader: EventReader
  private let laneCount: Int16
  private let generation: Int
  /// The position after which the events of each stream are read together with the locks.
  private let foldedPositions: [StreamPlace: Int64]
  private let sharedState: SharedStateCache?

  /// - Parameter generation: the generation of the memory in which the drafts were prepared.
  init(of drafts: [Draft], _ reader: EventReader, laneCount: Int16, since generation: Int) {
    self.drafts = drafts
    self.reader = reader
    self.laneCount = laneCount
    self.generation = generation
    let decisions = drafts.compactMap(\.decision)
    sharedState = decisions.lazy.compactMap(\.sharedState).first
    foldedPositions = decisions.reduce(into: [:]) { positions, decision in
      positions.merge(decision.foldedPositions, uniquingKeysWith: min)
    }
  }

  /// The queries whose answers ``decide(under:_:on:)`` takes. They count only under the locks of the lanes.
  var queries: [Call] {
    [Self.query(after: foldedPositions)] + (sharedState == nil ? [] : [SharedStateCache.query])
  }

  /// Makes the decisions. All that they read comes over this connection: while it holds the locks of the
  /// lanes, a wait for the readers' connections would stop every writer.
  func decide(
    under ends: LaneEnds, _ answers: [Rows], on connection: isolated Connection
  ) async throws -> Made {
    let reader = reader.asking(connection)
    var made = Made(drafts: drafts, folds: DecisionBatch(since: generation))
    for draft in drafts { try draft.decision?.checkOut(into: &made.folds, under: ends.heads) }
    var context = DecisionContext(
      news: try await news(answers[0], for: made.folds.positions, by: reader),
      shared: try await sharedState?.shared(
        after: answers[1], since: generation, on: connection) ?? SharedState(),
      moment: ends.recordedAt, reader: reader)
    for (index, draft) in drafts.enumerated() {
      guard let decision = draft.decision else { continue }
      context.draft = index
      let decided = try await decision.decide(in: &made.folds, context)
      let items = try decided.events.map { try item(of: $0, by: decision) }
      made.items[index] = items
      made.verdicts[index] = decided.verdict
      made.drafts[index].items = decided.verdict == nil ? [] : draft.items + items
    }
    return made
  }

  private func item(
    of event: LedgerEvent, by decision: any PendingDecision
  ) throws -> Draft.Item {
    let row = try EventRow(event)
    guard row.isStorable else { throw EventLogError.unstorable }
    let item = Draft.Item(
      NewEvent(event), row, stringIDs: decision.stringIDs, laneCount: laneCount)
    guard let item else {
      throw StoredEventError.incomplete("a decision uses a string without an id")
    }
    return item
  }

  /// Returns the events of streams after these positions, by stream, among the answer of the query. A fold that
  /// has left the cache since the query has its stream read again.
  private func news(
    _ answer: Rows, for positions: [StreamPlace: Int64], by reader: EventReader
  ) async throws -> [UUID: [RecordedEvent]] {
    var events = try await reader.events(of: Array(answer))
    let lost = positions.filter { $0.value < foldedPositions[$0.key] ?? 0 }
    if !lost.isEmpty {
      let streams = Set(lost.keys.map(\.stream))
      events.removeAll { streams.contains($0.event.stream.key) }
      let query = Self.query(after: lost)
      events += try await reader.events(
        of: Array(try await reader.rows(query.statement, query.parameters)))
    }
    let news = events.filter { event in
      let place = StreamPlace(lane: event.id.lane, stream: event.event.stream.key)
      return event.id.position > positions[place] ?? 0
    }
    return Dictionary(grouping: news, by: \.event.stream.key)
  }

  private static func query(after positions: [StreamPlace: Int64]) -> Call {
    let places = Array(positions)
    return Call(
      .eventsOfStreamsSince, places.map(\.key.lane), places.map(\.key.stream), places.map(\.value))
  }
}
