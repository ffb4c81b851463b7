import Ledger

/// A completing decision in the form that the writer handles.
struct Completion<Rule: CompletingDecider>: PendingDecision {
  let rule: Rule
  /// The given events, in order.
  let given: [LedgerEvent]
  let lead: FoldedStream<Rule.Lead>
  let others: [FoldedStream<Rule.Other>]
  let stringIDs: [InternedString: Int32]
  let sharedState: SharedStateCache?

  var places: [StreamPlace] { [lead.place] + others.map { $0.place } }
  var foldedPositions: [StreamPlace: Int64] {
    Dictionary(
      [(lead.place, lead.foldedPosition)] + others.map { ($0.place, $0.foldedPosition) },
      uniquingKeysWith: min)
  }
  /// A decision on given events counts with all that it decides, or not at all.
  var isWhole: Bool { true }

  func checkOut(into batch: inout DecisionBatch, under heads: [Int16: LaneHead]) throws {
    try lead.checkOut(into: &batch, under: heads)
    for other in others { try other.checkOut(into: &batch, under: heads) }
  }

  func decide(
    in batch: inout DecisionBatch, _ context: DecisionContext
  ) async throws -> DecidedEvents {
    var leading = try await lead.take(from: &batch, context)
    var folds: [CheckedOutFold<Rule.Other.State>] = []
    for other in others { folds.append(try await other.take(from: &batch, context)) }
    guard rule.admits(leading.fold.state, folds.map { $0.fold.state }) else {
      putBack(leading, folds, with: [], into: &batch, context)
      return .refused
    }
    try evolve(&leading, &folds, with: given)
    let (verdict, events) = rule.decide(
      on: leading.fold.state, folds.map { $0.fold.state }, knowing: context.shared,
      at: context.moment)
    try evolve(&leading, &folds, with: events)
    putBack(leading, folds, with: given + events, into: &batch, context)
    return DecidedEvents(verdict: verdict, events: events)
  }

  /// Folds the streams in advance, so little is left to read under the locks.
  ///
  /// - Parameter isNew: true if the stream of the subject is likely to be new, with nothing to read.
  func prepare(_ reader: EventReader, isNew: Bool) async throws {
    if !isNew { try await lead.prepare(reader) }
    for other in others { try await other.prepare(reader) }
    try await sharedState?.prepare()
  }

  private func evolve(
    _ leading: inout CheckedOutFold<Rule.Lead.State>,
    _ folds: inout [CheckedOutFold<Rule.Other.State>], with events: [LedgerEvent]
  ) throws(BrokenPromise) {
    for event in events {
      if event.stream == lead.stream {
        lead.evolve(&leading.fold, with: event)
      } else if let index = others.firstIndex(where: { $0.stream == event.stream }) {
        others[index].evolve(&folds[index].fold, with: event)
      } else {
        throw BrokenPromise(
          .lane(lead.place.lane), "a decision appends to a stream of another decision")
      }
    }
  }

  private func putBack(
    _ leading: consuming CheckedOutFold<Rule.Lead.State>,
    _ folds: [CheckedOutFold<Rule.Other.State>], with events: [LedgerEvent],
    into batch: inout DecisionBatch, _ context: DecisionContext
  ) {
    batch.putBack(
      leading, with: events.filter { $0.stream == lead.stream }, decidedBy: context.draft)
    for (other, fold) in zip(others, folds) {
      batch.putBack(
        fold, with: events.filter { $0.stream == other.stream }, decidedBy: context.draft)
    }
  }
}
