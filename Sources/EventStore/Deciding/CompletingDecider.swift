package import Ledger
package import Postgres

/// A decision that completes given events of the same append: on the streams of those events, after
/// them, while all their lanes are locked.
package protocol CompletingDecider: Sendable {
  associatedtype Lead: AggregateFold
  associatedtype Other: AggregateFold
  associatedtype Verdict: Sendable

  /// The stream of the given events' subject.
  var lead: Lead { get }
  /// The other streams that given or decided events belong to.
  var others: [Other] { get }

  /// Returns true if the given events may be appended to these states. Otherwise nothing is.
  func admits(_ lead: Lead.State, _ others: [Other.State]) -> Bool

  /// Returns the verdict and further events to be appended to the streams.
  ///
  /// - Parameters:
  ///   - lead: the state after the given events, as are `others`.
  ///   - shared: the shared state, with every event of lane 0 recorded before this append.
  ///   - moment: the moment at which the events will be recorded.
  func decide(
    on lead: Lead.State, _ others: [Other.State], knowing shared: SharedState, at moment: Instant
  ) -> (verdict: Verdict, events: [LedgerEvent])
}

/// The caches of folds, and of the shared state, by which a completing decision is made.
package struct CompletionCaches<Rule: CompletingDecider>: Sendable {
  let leads: AggregateCache<Rule.Lead.State>
  let others: AggregateCache<Rule.Other.State>
  let sharedState: SharedStateCache

  package init(
    leads: AggregateCache<Rule.Lead.State>, others: AggregateCache<Rule.Other.State>,
    sharedState: SharedStateCache
  ) {
    self.leads = leads
    self.others = others
    self.sharedState = sharedState
  }
}

/// Statements that are executed in the transaction of a decision, by its outcome, after its events are written.
package struct Companion<Verdict: Sendable>: Sendable {
  /// The order in which the companions of a batch write, so that no two writers wait for each other.
  let order: String
  let calls: @Sendable (Decided<Verdict>) throws -> [Call]

  package init(
    inOrderOf order: String, _ calls: @escaping @Sendable (Decided<Verdict>) throws -> [Call]
  ) {
    self.order = order
    self.calls = calls
  }
}
