import Foundation
import Ledger

/// A decision in the form that the writer handles, whatever its rule.
protocol PendingDecision: Sendable {
  /// The streams that are decided on, whose lanes are locked.
  var places: [StreamPlace] { get }
  /// The ids of the interned strings that the events may use.
  var stringIDs: [InternedString: Int32] { get }
  /// The position up to which each stream is folded, as far as it is known before the locks.
  var foldedPositions: [StreamPlace: Int64] { get }
  /// The cache of the shared state; nil for a decision that does not depend on it.
  var sharedState: SharedStateCache? { get }
  /// True if the decided events are stored together or not at all. Otherwise those that are stored already are
  /// left out.
  var isWhole: Bool { get }

  /// Checks the folds of the streams out into a batch, given the heads of the locked lanes.
  func checkOut(into batch: inout DecisionBatch, under heads: [Int16: LaneHead]) throws
  /// Decides on the streams after the events in `context`. An earlier decision of the batch may
  /// have applied these events already.
  func decide(
    in batch: inout DecisionBatch, _ context: DecisionContext
  ) async throws -> DecidedEvents
}

/// The outcome of a decision, whatever its rule.
struct DecidedEvents: Sendable {
  /// Nil if the draft is refused with the events that it was given.
  let verdict: (any Sendable)?
  let events: [LedgerEvent]

  static let refused = DecidedEvents(verdict: nil, events: [])
}

/// The facts that a decision is made by, beside its folds.
struct DecisionContext: Sendable {
  /// The index of the decision's draft in the batch.
  var draft = 0
  /// The events of each stream that its fold may lack.
  let news: [UUID: [RecordedEvent]]
  /// The shared state; empty if no decision of the batch depends on it.
  let shared: SharedState
  /// The moment at which the decided events will be recorded.
  let moment: Instant
  let reader: EventReader
}

/// A decision on streams of one kind.
struct Decision<Fold: AggregateFold, Verdict: Sendable>: PendingDecision {
  typealias Rule =
    @Sendable (_ states: [Fold.State], _ shared: SharedState, _ moment: Instant) -> (
      verdict: Verdict, events: [LedgerEvent]
    )

  let streams: [FoldedStream<Fold>]
  let stringIDs: [InternedString: Int32]
  var sharedState: SharedStateCache?
  let rule: Rule

  var isWhole: Bool { false }
  // A key path of a generic type would be made anew by each call.
  var places: [StreamPlace] { streams.map { $0.place } }
  var foldedPositions: [StreamPlace: Int64] {
    Dictionary(streams.map { ($0.place, $0.foldedPosition) }, uniquingKeysWith: min)
  }

  func checkOut(into batch: inout DecisionBatch, under heads: [Int16: LaneHead]) throws {
    for stream in streams { try stream.checkOut(into: &batch, under: heads) }
  }

  func decide(
    in batch: inout DecisionBatch, _ context: DecisionContext
  ) async throws -> DecidedEvents {
    var folds: [CheckedOutFold<Fold.State>] = []
    for stream in streams { folds.append(try await stream.take(from: &batch, context)) }
    let (verdict, events) = rule(folds.map { $0.fold.state }, context.shared, context.moment)
    for event in events {
      guard let index = streams.firstIndex(where: { $0.stream == event.stream }) else {
        throw BrokenPromise(
          .lane(places[0].lane), "a decision appends to a stream of another decision")
      }
      streams[index].evolve(&folds[index].fold, with: event)
    }
    for (stream, fold) in zip(streams, folds) {
      batch.putBack(
        fold, with: events.filter { $0.stream == stream.stream }, decidedBy: context.draft)
    }
    return DecidedEvents(verdict: verdict, events: events)
  }

  /// Folds the streams in advance, so little is left to read under the locks.
  func prepare(_ reader: EventReader) async throws {
    for stream in streams { try await stream.prepare(reader) }
    try await sharedState?.prepare()
  }
}
