import Ledger

/// A fold that a batch has checked out, whatever its kind.
protocol CheckedOut: Sendable {
  var position: Int64 { get }
  /// The index of the last draft that was decided on the fold; -1 before.
  var lastDraft: Int { get }

  /// Returns the fold to its cache, with the events of its stream up to a position.
  func commit(upTo position: Int64)
}

/// A fold outside its cache. Without a commit, its release discards it.
struct CheckedOutFold<State: Sendable>: CheckedOut {
  /// The mark in the cache that the fold is checked out, removed on release.
  private final class Mark: Sendable {
    let place: StreamPlace
    let cache: AggregateCache<State>

    init(_ place: StreamPlace, in cache: AggregateCache<State>) {
      self.place = place
      self.cache = cache
    }

    deinit {
      cache.discard(place)
    }
  }

  var fold: FoldedState<State>
  /// The number of applied events among those that the batch decided on the stream.
  var decidedCount = 0
  var lastDraft = -1
  private let mark: Mark

  init(_ fold: FoldedState<State>, of place: StreamPlace, from cache: AggregateCache<State>) {
    self.fold = fold
    mark = Mark(place, in: cache)
  }

  var place: StreamPlace { mark.place }
  var cacheID: ObjectIdentifier { ObjectIdentifier(mark.cache) }
  var position: Int64 { fold.position }

  func commit(upTo position: Int64) {
    var fold = fold
    fold.position = max(fold.position, position)
    mark.cache.commit(fold, of: place)
  }
}
