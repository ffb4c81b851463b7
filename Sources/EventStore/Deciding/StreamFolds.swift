import Synchronization

/// The streams of one log that decisions of one kind were made on, folded as far as they were read:
/// under a lane's lock only what came since is left to read.
///
/// It is bounded: what was not asked for longest is forgotten first, and folded anew when needed.
package final class StreamFolds<State: Sendable>: Sendable {
  struct Fold: Sendable {
    var state: State
    /// How far the stream's lane was read.
    var position: Int64 = 0
    /// How many events were taken in.
    var weight = 0
  }

  fileprivate struct Memory {
    var folds: [StreamPlace: (fold: Fold, usedAt: Int)] = [:]
    /// Of the batch under way: remembered again after its commit only.
    var pending: [StreamPlace: Fold] = [:]
    var weight = 0
    var uses = 0
  }

  private let weightMax: Int
  private let memory = Mutex(Memory())

  /// - Parameter weightMax: how many events may be remembered, in folded form.
  package init(weightMax: Int = 200_000) {
    self.weightMax = weightMax
  }

  /// Whether the stream was read before, and is remembered or decided on just now.
  func knows(_ place: StreamPlace) -> Bool {
    memory.withLock { $0.folds[place] != nil || $0.pending[place] != nil }
  }

  /// A copy of what is remembered; of what is decided on just now, there is none.
  func fold(of place: StreamPlace) -> Fold? {
    memory.withLock { memory in
      memory.uses += 1
      memory.folds[place]?.usedAt = memory.uses
      return memory.folds[place]?.fold
    }
  }

  /// Takes a fold out of what is remembered, into the batch under way; tells how far it was read. What
  /// was read beyond `limit` is of no use, as after a restore of the database.
  func take(_ place: StreamPlace, upTo limit: Int64) -> Int64 {
    memory.withLock { memory in
      if let pending = memory.pending[place] { return pending.position }
      guard let fold = memory.forget(place), fold.position <= limit else { return 0 }
      memory.pending[place] = fold
      return fold.position
    }
  }

  /// Takes it out of the batch, so that it can be changed without being copied.
  func release(_ place: StreamPlace) -> Fold? {
    memory.withLock { $0.pending.removeValue(forKey: place) }
  }

  func hold(_ fold: Fold, of place: StreamPlace) {
    memory.withLock { $0.pending[place] = fold }
  }

  /// The batch is committed, with events of this stream up to a position: it is told of each decision in
  /// it.
  func settle(_ place: StreamPlace, upTo position: Int64) {
    guard var fold = release(place) else {
      return memory.withLock { memory in
        memory.folds[place]?.fold.position.raise(to: position)
      }
    }
    fold.position.raise(to: position)
    keep(fold, of: place)
  }

  /// Remembers a fold unless one that was read further is known.
  func keep(_ fold: Fold, of place: StreamPlace) {
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

extension StreamFolds.Memory {
  @discardableResult
  fileprivate mutating func forget(_ place: StreamPlace) -> StreamFolds.Fold? {
    let fold = folds.removeValue(forKey: place)?.fold
    weight -= fold?.weight ?? 0
    return fold
  }

  /// What was used last stays, whatever it weighs.
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
