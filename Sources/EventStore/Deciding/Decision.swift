import Ledger
import Synchronization

/// A decision in the form that the writer handles, whatever its rule.
protocol PendingDecision: Sendable {
  var place: StreamPlace { get }
  /// The ids of the interned strings that the events may use.
  var stringIDs: [InternedString: Int32] { get }

  /// Discards the result of a failed batch.
  func begin()
  /// Returns the position up to which the cached fold can be used under this head of its lane.
  func position(under head: LaneHead) -> Int64
  /// Decides on the stream with its events after that position. Another decision of the batch may
  /// have applied these events already.
  func decide(
    after news: [RecordedEvent], at moment: Instant, _ reader: EventReader
  ) async throws -> [LedgerEvent]
  /// Records that the decision is committed, with events up to this position of the lane.
  func commit(upTo position: Int64)
}

final class Decision<Rule: Decider>: PendingDecision {
  let place: StreamPlace
  let stringIDs: [InternedString: Int32]
  private let rule: Rule
  private let folds: AggregateCache<Rule.State>
  private let laneCount: Int16
  private let given = Mutex<Rule.Verdict?>(nil)

  init(
    _ rule: Rule, in folds: AggregateCache<Rule.State>, laneCount: Int16,
    stringIDs: [InternedString: Int32]
  ) {
    self.rule = rule
    self.folds = folds
    self.laneCount = laneCount
    self.stringIDs = stringIDs
    place = StreamPlace(rule.stream, among: laneCount)
  }

  /// The verdict; final after the commit.
  var verdict: Rule.Verdict? { given.withLock { $0 } }

  func begin() {
    folds.discard(place)
  }

  func position(under head: LaneHead) -> Int64 {
    folds.checkOut(place, upTo: head.position)
  }

  func decide(
    after news: [RecordedEvent], at moment: Instant, _ reader: EventReader
  ) async throws -> [LedgerEvent] {
    var fold = folds.removeCheckedOut(place) ?? AggregateCache.Fold(state: rule.initial)
    try await apply(news, to: &fold, reader)
    let (verdict, events) = rule.decide(on: fold.state, at: moment)
    for event in events {
      guard event.stream == rule.stream else {
        throw BrokenPromise(.lane(place.lane), "a decision appends to a stream of another decision")
      }
      rule.evolve(&fold.state, with: event)
    }
    fold.weight += events.count
    folds.checkIn(fold, of: place)
    given.withLock { $0 = verdict }
    return events
  }

  func commit(upTo position: Int64) {
    folds.commit(place, upTo: position)
  }

  /// Folds the stream in advance, so little is left to read under the lock.
  func prepare(_ reader: EventReader) async throws {
    guard !folds.knows(place) else { return }
    var fold = AggregateCache.Fold(state: rule.initial)
    try await apply(try await reader.events(of: place), to: &fold, reader)
    folds.cache(fold, of: place)
  }

  /// Returns the current state of the stream without waiting for a lock.
  func read(_ reader: EventReader) async throws -> (state: Rule.State, position: Position) {
    var fold = folds.fold(of: place) ?? AggregateCache.Fold(state: rule.initial)
    try await apply(
      try await reader.events(of: place, after: fold.position), to: &fold, reader)
    folds.cache(fold, of: place)
    return (fold.state, Position([place.lane: fold.position]))
  }

  private func apply(
    _ events: [RecordedEvent], to fold: inout AggregateCache<Rule.State>.Fold,
    _ reader: EventReader
  ) async throws {
    for event in events where event.id.position > fold.position {
      rule.evolve(&fold.state, with: event.event)
      fold.position = event.id.position
      fold.weight += 1
      try await applyDependencies(to: &fold, reader)
    }
  }

  /// Applies further streams right after the event that named them. A stream read at once and a
  /// stream followed for days then give the same state.
  private func applyDependencies(
    to fold: inout AggregateCache<Rule.State>.Fold, _ reader: EventReader
  ) async throws {
    while case let dependencies = rule.dependencies(of: fold.state), !dependencies.isEmpty {
      for dependency in dependencies {
        let events = try await reader.events(of: StreamPlace(dependency, among: laneCount))
        rule.apply(events.map(\.event), of: dependency, to: &fold.state)
        fold.weight += events.count
      }
    }
  }
}
