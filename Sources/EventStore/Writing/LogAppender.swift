import Ledger

/// An appender of events and decisions. It prepares them outside the locks, and the writer commits
/// them.
struct LogAppender: Sendable {
  private let preparation: DraftPreparation
  private let writer: LogWriter
  private let reader: EventReader
  private let laneCount: Int16

  init(
    _ preparation: DraftPreparation, _ writer: LogWriter, reader: EventReader, laneCount: Int16
  ) {
    self.preparation = preparation
    self.writer = writer
    self.reader = reader
    self.laneCount = laneCount
  }

  /// Appends the events of a request.
  func append(_ request: AppendRequest) async throws -> Appended {
    guard !request.events.isEmpty else { return .nothing }
    do { return try await write(request) } catch EventLogError.forgotten {
      return try await write(request)
    }
  }

  private func write(_ request: AppendRequest) async throws -> Appended {
    let draft = try await preparation.draft(request, since: preparation.generation)
    return try await writer.append(draft).appended
  }

  /// Decides under the lock of the stream's lane and appends the resulting events.
  func decide<Rule: Decider>(
    _ rule: Rule, in folds: AggregateCache<Rule.State>, with request: AppendRequest
  ) async throws -> Decided<Rule.Verdict> {
    try await decide(
      on: [folded(rule, in: folds)], of: (rule.environment, rule.bundleID), with: request
    ) { states, _, moment in rule.decide(on: states[0], at: moment) }
  }

  /// Decides as ``decide(_:in:with:)`` does, by the shared state as of the lock.
  func decide<Rule: InformedDecider>(
    _ rule: Rule, in folds: AggregateCache<Rule.State>, knowing sharedState: SharedStateCache,
    with request: AppendRequest
  ) async throws -> Decided<Rule.Verdict> {
    try await decide(
      on: [folded(rule, in: folds)], of: (rule.environment, rule.bundleID), knowing: sharedState,
      with: request
    ) { states, shared, moment in rule.knowing(shared).decide(on: states[0], at: moment) }
  }

  /// Decides on two streams under the locks of both lanes.
  func decide<Rule: PairDecider>(
    _ rule: Rule, in folds: AggregateCache<Rule.Fold.State>, with request: AppendRequest
  ) async throws -> Decided<Rule.Verdict> {
    try await decide(
      on: [folded(rule.folds.first, in: folds), folded(rule.folds.second, in: folds)],
      of: (rule.environment, rule.bundleID), with: request
    ) { states, _, moment in rule.decide(on: states[0], states[1], at: moment) }
  }

  private func decide<Fold, Verdict>(
    on streams: [FoldedStream<Fold>], of app: (StoreEnvironment, BundleID),
    knowing sharedState: SharedStateCache? = nil, with request: AppendRequest,
    by rule: @escaping Decision<Fold, Verdict>.Rule
  ) async throws -> Decided<Verdict> {
    let generation = preparation.generation
    let decision = Decision(
      streams: streams, stringIDs: try await preparation.stringIDs(app.0, app.1),
      sharedState: sharedState, rule: rule)
    try await decision.prepare(reader)
    var draft = try await preparation.draft(request, since: generation)
    draft.decision = decision
    return try Decided(try await writer.append(draft), by: decision)
  }

  /// Appends the events of a request with what a decision completes them by. Returns nil if the decision does
  /// not admit them, so that nothing is appended.
  ///
  /// - Parameter isNew: true if the stream of the events' subject is likely to be new.
  func append<Rule: CompletingDecider>(
    _ request: AppendRequest, completedBy rule: Rule, in caches: CompletionCaches<Rule>,
    isNew: Bool, with companion: Companion<Rule.Verdict>
  ) async throws -> Decided<Rule.Verdict>? {
    let generation = preparation.generation
    var draft = try await preparation.draft(request, since: generation)
    let completion = Completion(
      rule: rule, given: request.events.map(\.event), lead: folded(rule.lead, in: caches.leads),
      others: rule.others.map { folded($0, in: caches.others) },
      stringIDs: preparation.knownStringIDs,
      sharedState: caches.sharedState)
    try await completion.prepare(reader, isNew: isNew)
    draft.decision = completion
    draft.companion = DraftCompanion(order: companion.order) { written in
      try companion.calls(try Decided(written, by: completion))
    }
    let written = try await writer.append(draft)
    return try written.verdict.map { _ in try Decided(written, by: completion) }
  }

  /// Returns a part of the state of a stream as it is cached; nil if it is not.
  func known<Fold: AggregateFold, Part: Sendable>(
    of fold: Fold, in folds: AggregateCache<Fold.State>,
    _ part: @Sendable (Fold.State) -> Part
  ) -> Part? {
    folded(fold, in: folds).known(part)
  }

  /// Returns the state on which a decision would be made now, and the position up to which the
  /// stream's lane was read.
  func state<Fold: AggregateFold>(
    of fold: Fold, in folds: AggregateCache<Fold.State>
  ) async throws -> (state: Fold.State, position: Position) {
    try await folded(fold, in: folds).read(reader)
  }

  private func folded<Fold: AggregateFold>(
    _ fold: Fold, in folds: AggregateCache<Fold.State>
  ) -> FoldedStream<Fold> {
    FoldedStream(fold, in: folds, laneCount: laneCount)
  }
}

extension Decided {
  /// Throws if the outcome is not that of a decision with such verdicts.
  fileprivate init(_ written: Written, by decision: some PendingDecision) throws(BrokenPromise) {
    guard let verdict = written.verdict as? Verdict else {
      throw BrokenPromise(
        .lane(decision.places[0].lane), "a committed decision has no verdict")
    }
    self.init(verdict: verdict, appended: written.appended)
  }
}
