package import Ledger

/// Appends and decisions.
extension EventLog {
  /// Appends these events. Leaves out events that are stored already and reports their ids.
  ///
  /// Returns after the commit. On an error nothing was stored, unless the connection was lost; then
  /// a repetition is safe. Evidence is stored only if an event that rests on it is stored. A name
  /// is stored only with the first claim of its account.
  ///
  /// - Parameters:
  ///   - forgotten: the streams whose keys and names are destroyed in the same commit, so that their
  ///     evidence is permanently unreadable.
  ///   - isRefusedWhilePaused: true to throw `EventLogError.paused` while the ledger is paused. The
  ///     pause is read under the locks of the lanes, so that a shared event which is appended after
  ///     the pause follows every append that was not refused.
  package func append(
    _ events: [NewEvent], names: [AccountName] = [], forgetting forgotten: [StreamID] = [],
    isRefusedWhilePaused: Bool = false
  ) async throws -> Appended {
    try await appender.append(
      AppendRequest(
        events: events, names: names, forgotten: forgotten,
        isRefusedWhilePaused: isRefusedWhilePaused))
  }

  /// Decides under the lock of the stream's lane and appends the resulting events. Returns after
  /// the commit.
  ///
  /// On an error nothing was decided, unless the connection was lost. In that case a repeated
  /// decision must recognize the first one in the stream.
  ///
  /// - Parameters:
  ///   - forgotten: the streams whose keys and names are destroyed in the same commit, if an event is decided.
  ///   - isRefusedWhilePaused: true to throw `EventLogError.paused` while the ledger is paused, as
  ///     `append` does.
  package func decide<Rule: Decider>(
    _ rule: Rule, in folds: AggregateCache<Rule.State>, names: [AccountName] = [],
    forgetting forgotten: [StreamID] = [], isRefusedWhilePaused: Bool = false
  ) async throws -> Decided<Rule.Verdict> {
    try await appender.decide(
      rule, in: folds,
      with: AppendRequest(
        events: [], names: names, forgotten: forgotten, isRefusedWhilePaused: isRefusedWhilePaused))
  }

  /// Decides as ``decide(_:in:names:forgetting:isRefusedWhilePaused:)`` does, by the shared state as of the lock.
  package func decide<Rule: InformedDecider>(
    _ rule: Rule, in folds: AggregateCache<Rule.State>, knowing sharedState: SharedStateCache,
    names: [AccountName] = []
  ) async throws -> Decided<Rule.Verdict> {
    try await appender.decide(
      rule, in: folds, knowing: sharedState, with: AppendRequest(events: [], names: names))
  }

  /// Decides on two streams under the locks of both lanes, as ``decide(_:in:names:)`` does on one.
  package func decide<Rule: PairDecider>(
    _ rule: Rule, in folds: AggregateCache<Rule.Fold.State>, names: [AccountName] = [],
    isRefusedWhilePaused: Bool = false
  ) async throws -> Decided<Rule.Verdict> {
    try await appender.decide(
      rule, in: folds,
      with: AppendRequest(
        events: [], names: names, isRefusedWhilePaused: isRefusedWhilePaused))
  }

  /// Appends events with what a decision completes them by, while the lanes of all their streams are locked.
  /// Returns after the commit; nil if the decision does not admit the events, so that nothing is appended.
  ///
  /// Throws `paused` while the ledger is paused, and `decidedBefore` if a decided event is stored already.
  ///
  /// - Parameters:
  ///   - isNew: true if the stream of the events' subject is likely to be new, so that it is not read before
  ///     the locks.
  ///   - companion: the statements to execute in the same transaction.
  package func append<Rule: CompletingDecider>(
    _ events: [NewEvent], names: [AccountName], completedBy rule: Rule,
    in caches: CompletionCaches<Rule>, isNew: Bool, with companion: Companion<Rule.Verdict>
  ) async throws -> Decided<Rule.Verdict>? {
    try await appender.append(
      AppendRequest(events: events, names: names, isRefusedWhilePaused: true), completedBy: rule,
      in: caches, isNew: isNew, with: companion)
  }

  /// Returns a part of the state of a stream as this process knows it, which may be behind; nil if it does not.
  package func known<Fold: AggregateFold, Part: Sendable>(
    of fold: Fold, in folds: AggregateCache<Fold.State>,
    _ part: @Sendable (Fold.State) -> Part
  ) -> Part? {
    appender.known(of: fold, in: folds, part)
  }

  /// Returns the state on which a decision would be made now, and the position up to which the
  /// stream's lane was read. Takes no lock, so another decision may be made meanwhile.
  package func state<Fold: AggregateFold>(
    of fold: Fold, in folds: AggregateCache<Fold.State>
  ) async throws -> (state: Fold.State, position: Position) {
    try await appender.state(of: fold, in: folds)
  }
}
