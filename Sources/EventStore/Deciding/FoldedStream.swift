import Ledger

/// A stream that decisions are made on, with its fold in the cache.
struct FoldedStream<Fold: AggregateFold>: Sendable {
  let place: StreamPlace
  private let fold: Fold
  private let cache: AggregateCache<Fold.State>
  private let laneCount: Int16

  init(_ fold: Fold, in cache: AggregateCache<Fold.State>, laneCount: Int16) {
    self.fold = fold
    self.cache = cache
    self.laneCount = laneCount
    place = StreamPlace(fold.stream, among: laneCount)
  }

  var stream: StreamID { fold.stream }
  /// The position up to which the stream is folded in the cache; 0 if it is not there.
  var foldedPosition: Int64 { cache.position(of: place) }

  func checkOut(
    into batch: inout DecisionBatch, under heads: [Int16: LaneHead]
  ) throws(BrokenPromise) {
    guard let head = heads[place.lane] else {
      throw BrokenPromise(.lane(place.lane), "a decision is made without its lane's lock")
    }
    batch.checkOut(place, from: cache, under: head, initial: fold.initial)
  }

  /// Returns the fold that was checked out, with the newer events applied, those of earlier
  /// decisions last.
  func take(
    from batch: inout DecisionBatch, _ context: DecisionContext
  ) async throws -> CheckedOutFold<Fold.State> {
    var (checkedOut, missed) = try batch.take(place, from: cache)
    try await apply(context.news[place.stream] ?? [], to: &checkedOut.fold, context.reader)
    for event in missed { evolve(&checkedOut.fold, with: event) }
    return checkedOut
  }

  /// Applies an event that was decided just now.
  func evolve(_ state: inout FoldedState<Fold.State>, with event: LedgerEvent) {
    fold.evolve(&state.state, with: event)
    state.weight += 1
  }

  /// Folds the stream unless it is cached.
  func prepare(_ reader: EventReader) async throws {
    guard !cache.knows(place) else { return }
    _ = try await read(reader)
  }

  /// Returns a part of the state as it is cached; nil if it is not.
  func known<Part: Sendable>(_ part: @Sendable (Fold.State) -> Part) -> Part? {
    cache.known(place, part)
  }

  /// Returns the current state of the stream without waiting for a lock.
  func read(_ reader: EventReader) async throws -> (state: Fold.State, position: Position) {
    var state = cache.fold(of: place, initial: fold.initial)
    try await apply(
      try await reader.events(of: place, after: state.position), to: &state, reader)
    cache.keep(state, of: place)
    return (state.state, Position([place.lane: state.position]))
  }

  private func apply(
    _ events: [RecordedEvent], to state: inout FoldedState<Fold.State>, _ reader: EventReader
  ) async throws {
    for event in events where event.id.position > state.position {
      evolve(&state, with: event.event)
      state.position = event.id.position
      try await applyDependencies(to: &state, reader)
    }
  }

  /// Applies further streams right after the event that named them. A stream read at once and a
  /// stream followed for days then give the same state.
  private func applyDependencies(
    to state: inout FoldedState<Fold.State>, _ reader: EventReader
  ) async throws {
    while case let dependencies = fold.dependencies(of: state.state), !dependencies.isEmpty {
      for dependency in dependencies {
        let events = try await reader.events(of: StreamPlace(dependency, among: laneCount))
        fold.apply(events.map { $0.event }, of: dependency, to: &state.state)
        state.weight += events.count
      }
    }
  }
}
