/// A cache of folded streams of one log, for decisions of one kind. Under a lane's lock only newer
/// events are left to read.
///
/// The cache is bounded. It evicts the least recently used streams, which are folded again when
/// needed.
package final class AggregateCache<State: Sendable>: Sendable {
  struct Fold: Sendable {
    var state: State
    /// The position up to which the stream's lane was read.
    var position: Int64 = 0
    /// The number of applied events.
    var weight = 0
  }

  fileprivate struct Memory: Sendable {
    var folds: [StreamPlace: (fold: Fold, usedAt: Int)] = [:]
    /// The folds of the current batch, cached again only after its commit.
    var pending: [StreamPlace: Fold] = [:]
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

  /// The number of folds in the current batch.
  var pendingCount: Int { memory.withLock(\.pending.count) }

  /// Returns true if the stream is cached or part of the current batch.
  func knows(_ place: StreamPlace) -> Bool {
    memory.withLock { $0.folds[place] != nil || $0.pending[place] != nil }
  }

  /// Returns a copy of the cached fold; nil for a stream in the current batch.
  func fold(of place: StreamPlace) -> Fold? {
    memory.withLock { memory in
      memory.uses += 1
      memory.folds[place]?.usedAt = memory.uses
      return memory.folds[place]?.fold
    }
  }

  /// Moves a fold from the cache into the current batch. Returns the position up to which it was
  /// read. A fold read beyond `limit` is dropped, as after a restore of the database.
  func checkOut(_ place: StreamPlace, upTo limit: Int64) -> Int64 {
    memory.withLock { memory in
      if let pending = memory.pending[place] { return pending.position }
      guard let fold = memory.forget(place), fold.position <= limit else { return 0 }
      memory.pending[place] = fold
      return fold.position
    }
  }

  /// Removes a fold from the current batch without caching it.
  func discard(_ place: StreamPlace) {
    _ = removeCheckedOut(place)
  }

  /// Removes a fold from the batch, so it can be changed without a copy.
  func removeCheckedOut(_ place: StreamPlace) -> Fold? {
    memory.withLock { $0.pending.removeValue(forKey: place) }
  }

  /// Returns a changed fold to the batch.
  func checkIn(_ fold: Fold, of place: StreamPlace) {
    memory.withLock { $0.pending[place] = fold }
  }

  /// Returns the fold of a committed batch to the cache, with events of this stream up to a
  /// position. Called once per decision of the batch.
  func commit(_ place: StreamPlace, upTo position: Int64) {
    guard var fold = removeCheckedOut(place) else {
      return memory.withLock { memory in
        memory.folds[place]?.fold.position.raise(to: position)
      }
    }
    fold.position.raise(to: position)
    cache(fold, of: place)
  }

  /// Caches a fold unless a newer one is cached.
  func cache(_ fold: Fold, of place: StreamPlace) {
    memory.withLock { memory in
      if let known = memory.folds[place]?.fold, known.position > fold.position { return }
      memory.forget(place)
      memory.uses += 1
      memory.folds[place] = (fold, memory.uses)
      memory.weight += fold.weight
      if memory.weight > weightMax { memory.forgetOldest(to: weightMax / 2) }
    }
  }
}

extension AggregateCache.Memory {
  @discardableResult
  fileprivate mutating func forget(_ place: StreamPlace) -> AggregateCache.Fold? {
    let fold = folds.removeValue(forKey: place)?.fold
    weight -= fold?.weight ?? 0
    return fold
  }

  /// Evicts the oldest folds. The fold used last stays, whatever its weight.
  fileprivate mutating func forgetOldest(to weightMax: Int) {
    for (place, _) in folds.sorted(by: { $0.value.usedAt < $1.value.usedAt }).dropLast() {
      guard weight > weightMax else { return }
      forget(place)
    }
  }
}

extension Int64 {
  fileprivate mutating func raise(to other: Int64) { self = Swift.max(self, other) }
}
