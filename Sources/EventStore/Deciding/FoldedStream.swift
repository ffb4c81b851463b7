import Ledger

/// A stream that decisions are made on, with its fold in the cache.
struct FoldedStream<Fold: AggregateFold>: Sendable {
  typealias Cache = AggregateCache<Fold.State>

  let place: StreamPlace
  private let fold: Fold
  private let cache: Cache
  private let laneCount: Int16

  init(_ fold: Fold, in cache: Cache, laneCount: Int16) {
    self.fold = fold
    self.cache = cache
    self.laneCount = laneCount
    place = StreamPlace(fold.stream, among: laneCount)
  }

  var stream: StreamID { fold.stream }

  func discard() { cache.discard(place) }

  func checkOut(under head: LaneHead) -> Int64 { cache.checkOut(place, upTo: head.position) }

  /// Returns the fold that was checked out, with newer events applied.
  func checkedOut(
    after news: [RecordedEvent], _ reader: EventReader
  ) async throws -> Cache.Fold {
    var state = cache.removeCheckedOut(place) ?? Cache.Fold(state: fold.initial)
    try await apply(news, to: &state, reader)
    return state
  }

  /// Applies an event that was decided just now.
  func evolve(_ state: inout Cache.Fold, with event: LedgerEvent) {
    fold.evolve(&state.state, with: event)
    state.weight += 1
  }

  func checkIn(_ state: Cache.Fold) { cache.checkIn(state, of: place) }

  func commit(upTo position: Int64) { cache.commit(place, upTo: position) }

  /// Folds the stream unless it is cached.
  func prepare(_ reader: EventReader) async throws {
    guard !cache.knows(place) else { return }
    var state = Cache.Fold(state: fold.initial)
    try await apply(try await reader.events(of: place), to: &state, reader)
    cache.cache(state, of: place)
  }

  /// Returns the current state of the stream without waiting for a lock.
  func read(_ reader: EventReader) async throws -> (state: Fold.State, position: Position) {
    var state = cache.fold(of: place) ?? Cache.Fold(state: fold.initial)
    try await apply(
      try await reader.events(of: place, after: state.position), to: &state, reader)
    cache.cache(state, of: place)
    return (state.state, Position([place.lane: state.position]))
  }

  private func apply(
    _ events: [RecordedEvent], to state: inout Cache.Fold, _ reader: EventReader
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
    to state: inout Cache.Fold, _ reader: EventReader
  ) async throws {
    while case let dependencies = fold.dependencies(of: state.state), !dependencies.isEmpty {
      for dependency in dependencies {
        let events = try await reader.events(of: StreamPlace(dependency, among: laneCount))
        fold.apply(events.map(\.event), of: dependency, to: &state.state)
        state.weight += events.count
      }
    }
  }
}
