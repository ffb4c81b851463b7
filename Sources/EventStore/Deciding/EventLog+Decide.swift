package import Ledger

extension EventLog {
  /// Decides under the lock of the stream's lane, and appends what follows. Returns after the commit.
  ///
  /// On any error nothing was decided, or, where the connection was lost, it may have been: the same
  /// decision made again has to see that in the stream.
  package func decide<Rule: Decider>(
    _ rule: Rule, in folds: StreamFolds<Rule.State>, names: [AccountName] = []
  ) async throws -> Decided<Rule.Verdict> {
    let words = [rule.environment.rawValue, rule.bundleID.rawValue].map(WordDictionary.Word.init)
    let decision = Decision(
      rule, in: folds, laneCount: installation.laneCount,
      wordIDs: try await self.words.ids(of: Set(words)))
    try await decision.prepare(reader)
    var draft = try await draft(AppendRequest(events: [], names: names))
    draft.decision = decision
    let appended = try await writer.append(draft)
    guard let verdict = decision.verdict else {
      preconditionFailure("what is committed was decided")
    }
    return Decided(verdict: verdict, appended: appended)
  }

  /// What a decision would be made on now, and how far the stream's lane was read. Nothing is locked:
  /// somebody else may decide meanwhile.
  package func state<Rule: Decider>(
    of rule: Rule, in folds: StreamFolds<Rule.State>
  ) async throws -> (state: Rule.State, position: Position) {
    try await Decision(rule, in: folds, laneCount: installation.laneCount, wordIDs: [:])
      .read(reader)
  }
}
