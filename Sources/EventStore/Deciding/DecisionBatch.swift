import Ledger

/// The folds that the decisions of one batch are made on. The batch owns them until it ends.
///
/// Each fold is in one of these states:
/// - *checked out*: under the lock of its lane the fold left its cache, and the stream's newer
///   events are still to be applied. → decided, discarded
/// - *decided*: the fold includes events that are not stored yet. A later decision on the stream
///   continues from here. → decided, committed, discarded
/// - *committed*: the transaction ended well, and the fold is in its cache again.
/// - *discarded*: the batch was released without a commit, whatever the reason. The fold is gone,
///   and the stream is folded again when needed.
struct DecisionBatch: Sendable {
  /// The identity of a fold. Two caches may each hold a fold of one stream.
  private struct Key: Hashable {
    let cache: ObjectIdentifier
    let place: StreamPlace
  }

  private let generation: Int
  private var folds: [Key: any CheckedOut] = [:]
  /// The events decided so far, by stream.
  private var decided: [StreamPlace: [LedgerEvent]] = [:]

  /// - Parameter generation: the generation of the memory in which what is read for the batch is remembered.
  init(since generation: Int) {
    self.generation = generation
  }

  /// The position after which each stream has to be read for all folds of it.
  var positions: [StreamPlace: Int64] {
    Dictionary(folds.map { ($0.key.place, $0.value.position) }, uniquingKeysWith: min)
  }

  /// Checks out the fold of a stream, unless an earlier decision of the batch did. The fold has no
  /// events if nothing usable is cached.
  mutating func checkOut<State>(
    _ place: StreamPlace, from cache: AggregateCache<State>, under head: LaneHead, initial: State
  ) {
    let key = Key(cache: ObjectIdentifier(cache), place: place)
    guard folds[key] == nil else { return }
    folds[key] = CheckedOutFold(
      cache.checkOut(place, upTo: head.position, initial: initial, since: generation), of: place,
      from: cache)
  }

  /// Removes a checked-out fold, so that it can be changed without a copy, and returns the events
  /// decided on the stream that the fold lacks. ``putBack(_:with:decidedBy:)`` ends it.
  mutating func take<State>(
    _ place: StreamPlace, from cache: AggregateCache<State>
  ) throws(BrokenPromise) -> (fold: CheckedOutFold<State>, missed: ArraySlice<LedgerEvent>) {
    var erased = folds.removeValue(forKey: Key(cache: ObjectIdentifier(cache), place: place))
    guard let fold = erased as? CheckedOutFold<State> else {
      throw BrokenPromise(.lane(place.lane), "a decision is made on a fold not checked out for it")
    }
    erased = nil  // the only other reference to the state
    return (fold, (decided[place] ?? []).dropFirst(fold.decidedCount))
  }

  /// Puts a fold back that includes all events decided on its stream, the last of which are these.
  ///
  /// - Parameter draft: the index of the decision's draft in the batch.
  mutating func putBack<State>(
    _ fold: consuming CheckedOutFold<State>, with events: [LedgerEvent], decidedBy draft: Int
  ) {
    let place = fold.place
    decided[place, default: []] += events
    fold.decidedCount = decided[place]?.count ?? 0
    fold.lastDraft = draft
    folds[Key(cache: fold.cacheID, place: place)] = fold
  }

  /// Discards the folds of these streams.
  mutating func leaveOut(_ places: Set<StreamPlace>) {
    folds = folds.filter { !places.contains($0.key.place) }
  }

  /// Commits all folds after the transaction.
  ///
  /// - Parameter appended: the outcomes of each draft.
  consuming func commit(_ appended: [Appended]) {
    for (key, fold) in folds {
      let seen = appended.prefix(fold.lastDraft + 1).flatMap(\.outcomes)
      let stored = seen.filter { !$0.isDuplicate && $0.id.lane == key.place.lane }
      fold.commit(upTo: stored.last?.id.position ?? 0)
    }
  }
}
