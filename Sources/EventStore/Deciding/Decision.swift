import Foundation
import Ledger
import Synchronization

/// A decision in the form that the writer handles, whatever its rule.
protocol PendingDecision: Sendable {
  /// The streams that are decided on, whose lanes are locked.
  var places: [StreamPlace] { get }
  /// The ids of the interned strings that the events may use.
  var stringIDs: [InternedString: Int32] { get }

  /// Discards the result of a failed batch, so that it is not kept for a decision that may never be
  /// made again.
  func discard()
  /// Returns the position up to which the cached fold can be used under this head of its lane.
  func position(of place: StreamPlace, under head: LaneHead) -> Int64
  /// Decides on the streams with their events after those positions. Another decision of the batch
  /// may have applied these events already.
  func decide(
    after news: [UUID: [RecordedEvent]], at moment: Instant, _ reader: EventReader
  ) async throws -> [LedgerEvent]
  /// Records that the decision is committed, with these outcomes of its events.
  func commit(_ appended: Appended)
}

final class Decision<Fold: AggregateFold, Verdict: Sendable>: PendingDecision {
  typealias Rule =
    @Sendable (_ states: [Fold.State], _ moment: Instant) -> (
      verdict: Verdict, events: [LedgerEvent]
    )

  let places: [StreamPlace]
  let stringIDs: [InternedString: Int32]
  private let folds: [FoldedStream<Fold>]
  private let rule: Rule
  private let given = Mutex<Verdict?>(nil)

  init(_ folds: [FoldedStream<Fold>], stringIDs: [InternedString: Int32], by rule: @escaping Rule) {
    self.folds = folds
    self.stringIDs = stringIDs
    self.rule = rule
    places = folds.map(\.place)
  }

  /// The verdict; final after the commit.
  var verdict: Verdict? { given.withLock { $0 } }

  func discard() {
    for fold in folds { fold.discard() }
  }

  func position(of place: StreamPlace, under head: LaneHead) -> Int64 {
    folds.first { $0.place == place }?.checkOut(under: head) ?? 0
  }

  func decide(
    after news: [UUID: [RecordedEvent]], at moment: Instant, _ reader: EventReader
  ) async throws -> [LedgerEvent] {
    var states: [AggregateCache<Fold.State>.Fold] = []
    for fold in folds {
      states.append(try await fold.checkedOut(after: news[fold.place.stream] ?? [], reader))
    }
    let (verdict, events) = rule(states.map(\.state), moment)
    for event in events {
      guard let index = folds.firstIndex(where: { $0.stream == event.stream }) else {
        throw BrokenPromise(
          .lane(places[0].lane), "a decision appends to a stream of another decision")
      }
      folds[index].evolve(&states[index], with: event)
    }
    for (fold, state) in zip(folds, states) { fold.checkIn(state) }
    given.withLock { $0 = verdict }
    return events
  }

  func commit(_ appended: Appended) {
    for fold in folds { fold.commit(upTo: appended.lastStored(in: fold.place.lane)) }
  }

  /// Folds the streams in advance, so little is left to read under the locks.
  func prepare(_ reader: EventReader) async throws {
    for fold in folds { try await fold.prepare(reader) }
  }
}

extension Appended {
  /// The position of the last new event in a lane; 0 if there is none.
  fileprivate func lastStored(in lane: Int16) -> Int64 {
    outcomes.last { !$0.isDuplicate && $0.id.lane == lane }?.id.position ?? 0
  }
}
