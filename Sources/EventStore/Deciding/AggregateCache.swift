/// A cache of folded streams of one log, for decisions of one kind. Under a lane's lock only newer
/// events are left to read.
///
/// A fold is in the cache or checked out by a batch, never both. A batch that ends without a
/// commit discards its folds, which are then folded again when needed.
///
/// The cache is bounded. It evicts the least recently used streams.
package final class AggregateCache<State: Sendable>: Sendable {
  fileprivate typealias Entry = (fold: FoldedState<State>, usedAt: Int)

  fileprivate struct Memory: Sendable {
    var folds: [StreamPlace: Entry] = [:]
    /// The streams whose folds a batch has checked out.
    var checkedOut: Set<StreamPlace> = []
    var weight = 0
    var uses = 0
  }

  private let weightMax: Int
  private let memory: Remembered<Memory>

  /// - Parameter weightMax: the largest number of events to cache in folded form.
  package init(of log: EventLog, weightMax: Int = 200_000) {
    self.weightMax = weightMax
    memory = Remembered(Memory(), in: log.memory)
  }

  /// The number of folds that are checked out.
  var pendingCount: Int { memory.withLock(\.checkedOut.count) }

  /// Returns true if the stream is cached or checked out.
  func knows(_ place: StreamPlace) -> Bool {
    memory.withLock { $0.folds[place] != nil || $0.checkedOut.contains(place) }
  }

  /// Returns the position of the cached fold; 0 without one.
  func position(of place: StreamPlace) -> Int64 {
    memory.withLock { $0.folds[place]?.fold.position ?? 0 }
  }

  /// Returns a part of the state of the cached fold; nil without one.
  func known<Part: Sendable>(
    _ place: StreamPlace, _ part: @Sendable (State) -> Part
  ) -> Part? {
    memory.withLock { $0.folds[place].map { part($0.fold.state) } }
  }

  /// Returns a copy of the cached fold, or else a fold without events.
  func fold(of place: StreamPlace, initial: State) -> FoldedState<State> {
    let empty = FoldedState(state: initial, generation: memory.generation)
    return memory.withLock { memory in
      memory.uses += 1
      memory.folds[place]?.usedAt = memory.uses
      return memory.folds[place]?.fold ?? empty
    }
  }

  /// Caches a fold that was read without a lock, unless a newer one is cached or checked out.
  func keep(_ fold: FoldedState<State>, of place: StreamPlace) {
    memory.remember(since: fold.generation) { memory in
      guard !memory.checkedOut.contains(place) else { return }
      memory.keep(fold, of: place, weightMax: weightMax)
    }
  }

  /// Moves a fold out of the cache, so that it can be changed without a copy. A fold read beyond
  /// `limit`, or in another generation, is dropped, as after a restore of the database.
  func checkOut(
    _ place: StreamPlace, upTo limit: Int64, initial: State, since generation: Int
  ) -> FoldedState<State> {
    memory.withLock { memory in
      memory.checkedOut.insert(place)
      guard let fold = memory.forget(place), fold.position <= limit, fold.generation == generation
      else { return FoldedState(state: initial, generation: generation) }
      return fold
    }
  }

  /// Returns a checked-out fold to the cache after the commit of its batch.
  func commit(_ fold: FoldedState<State>, of place: StreamPlace) {
    memory.remember(since: fold.generation) { memory in
      memory.keep(fold, of: place, weightMax: weightMax)
    }
    discard(place)
  }

  /// Ends a check-out without a fold to cache.
  func discard(_ place: StreamPlace) {
    memory.withLock { _ = $0.checkedOut.remove(place) }
  }
}

extension AggregateCache.Memory {
  fileprivate mutating func keep(_ fold: FoldedState<State>, of place: StreamPlace, weightMax: Int)
  {
    if let known = folds[place]?.fold, known.position > fold.position { return }
    forget(place)
    uses += 1
    folds[place] = (fold, uses)
    weight += fold.weight
    if weight > weightMax { forgetOldest(to: weightMax / 2) }
  }

  @discardableResult
  fileprivate mutating func forget(_ place: StreamPlace) -> FoldedState<State>? {
    let fold = folds.removeValue(forKey: place)?.fold
    weight -= fold?.weight ?? 0
    return fold
  }

  /// Evicts the oldest folds. The fold used last stays, whatever its weight.
  private mutating func forgetOldest(to weightMax: Int) {
    for (place, _) in folds.sorted(by: { $0.value.usedAt < $1.value.usedAt }).dropLast() {
      guard weight > weightMax else { return }
      forget(place)
    }
  }
}

/// The state of a stream, with the part of the log that it was folded from.
struct FoldedState<State: Sendable>: Sendable {
  var state: State
  /// The position up to which the stream's lane was read.
  var position: Int64 = 0
  /// The number of applied events.
  var weight = 0
  /// The generation of the memory in which the fold began.
  let generation: Int

  init(state: State, generation: Int) {
    self.state = state
    self.generation = generation
  }
}
