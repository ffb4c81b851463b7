package import Ledger

extension EventLog {
  /// Decides under the lock of the stream's lane and appends the resulting events. Returns after
  /// the commit.
  ///
  /// On an error nothing was decided, unless the connection was lost. In that case a repeated
  /// decision must recognize the first one in the stream.
  package func decide<Rule: Decider>(
    _ rule: Rule, in folds: AggregateCache<Rule.State>, names: [AccountName] = []
  ) async throws -> Decided<Rule.Verdict> {
    let strings = [rule.environment.rawValue, rule.bundleID.rawValue].map(InternedString.init)
    let decision = Decision(
      rule, in: folds, laneCount: installation.laneCount,
      stringIDs: try await self.strings.ids(of: Set(strings)))
    try await decision.prepare(reader)
    var draft = try await draft(AppendRequest(events: [], names: names))
    draft.decision = decision
    let appended = try await writer.append(draft)
    guard let verdict = decision.verdict else {
      throw BrokenPromise(.lane(decision.place.lane), "a committed decision has no verdict")
    }
    return Decided(verdict: verdict, appended: appended)
  }

  /// Returns the state on which a decision would be made now, and the position up to which the
  /// stream's lane was read. Takes no lock, so another decision may be made meanwhile.
  package func state<Rule: Decider>(
    of rule: Rule, in folds: AggregateCache<Rule.State>
  ) async throws -> (state: Rule.State, position: Position) {
    try await Decision(rule, in: folds, laneCount: installation.laneCount, stringIDs: [:])
      .read(reader)
  }
}
