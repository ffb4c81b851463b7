package import Ledger

extension EventLog {
  /// Decides under the lock of the stream's lane and appends the resulting events. Returns after
  /// the commit.
  ///
  /// On an error nothing was decided, unless the connection was lost. In that case a repeated
  /// decision must recognize the first one in the stream.
  ///
  /// - Parameter isRefusedWhilePaused: true to throw `EventLogError.paused` while the ledger is
  ///   paused, as `append` does.
  package func decide<Rule: Decider>(
    _ rule: Rule, in folds: AggregateCache<Rule.State>, names: [AccountName] = [],
    isRefusedWhilePaused: Bool = false
  ) async throws -> Decided<Rule.Verdict> {
    let stringIDs = try await stringIDs(rule.environment, rule.bundleID)
    let decision = Decision(
      streams: [folded(rule, in: folds)], stringIDs: stringIDs
    ) { states, moment in rule.decide(on: states[0], at: moment) }
    let request = AppendRequest(
      events: [], names: names, isRefusedWhilePaused: isRefusedWhilePaused)
    return try await commit(decision, with: request)
  }

  /// Decides on two streams under the locks of both lanes, as ``decide(_:in:names:)`` does on one.
  package func decide<Rule: PairDecider>(
    _ rule: Rule, in folds: AggregateCache<Rule.Fold.State>, names: [AccountName] = []
  ) async throws -> Decided<Rule.Verdict> {
    let stringIDs = try await stringIDs(rule.environment, rule.bundleID)
    let decision = Decision(
      streams: [folded(rule.folds.first, in: folds), folded(rule.folds.second, in: folds)],
      stringIDs: stringIDs
    ) { states, moment in rule.decide(on: states[0], states[1], at: moment) }
    return try await commit(decision, with: AppendRequest(events: [], names: names))
  }

  /// Returns the state on which a decision would be made now, and the position up to which the
  /// stream's lane was read. Takes no lock, so another decision may be made meanwhile.
  package func state<Fold: AggregateFold>(
    of fold: Fold, in folds: AggregateCache<Fold.State>
  ) async throws -> (state: Fold.State, position: Position) {
    try await folded(fold, in: folds).read(reader)
  }

  private func folded<Fold: AggregateFold>(
    _ fold: Fold, in folds: AggregateCache<Fold.State>
  ) -> FoldedStream<Fold> {
    FoldedStream(fold, in: folds, laneCount: installation.laneCount)
  }

  private func stringIDs(
    _ environment: StoreEnvironment, _ bundleID: BundleID
  ) async throws -> [InternedString: Int32] {
    let strings = [environment.rawValue, bundleID.rawValue].map(InternedString.init)
    return try await self.strings.ids(of: Set(strings))
  }

  private func commit<Fold, Verdict>(
    _ decision: Decision<Fold, Verdict>, with request: AppendRequest
  ) async throws -> Decided<Verdict> {
    try await decision.prepare(reader)
    var draft = try await draft(request)
    draft.decision = decision
    let written = try await writer.append(draft)
    guard let verdict = written.verdict as? Verdict else {
      throw BrokenPromise(
        .lane(decision.places[0].lane), "a committed decision has no verdict")
    }
    return Decided(verdict: verdict, appended: written.appended)
  }
}
