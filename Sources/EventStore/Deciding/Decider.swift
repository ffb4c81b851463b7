package import Ledger

/// A state folded from the events of one stream, in order.
package protocol AggregateFold: Sendable {
  associatedtype State: Sendable

  var stream: StreamID { get }
  /// The state of a stream without events.
  var initial: State { get }

  /// Applies the stream's next event.
  func evolve(_ state: inout State, with event: LedgerEvent)
  /// Returns further streams that the state depends on and that are not applied yet. They are
  /// applied before the next event. Later events of these streams must not affect the state.
  func dependencies(of state: State) -> [StreamID]
  /// Applies all events of such a stream, which the state then no longer depends on.
  func apply(_ events: [LedgerEvent], of dependency: StreamID, to state: inout State)
}

extension AggregateFold {
  package func dependencies(of state: State) -> [StreamID] { [] }
  package func apply(_ events: [LedgerEvent], of dependency: StreamID, to state: inout State) {}
}

/// A decision made by folding a stream while its lane is locked. Any other decision on the stream,
/// in any process, is made before or after.
package protocol Decider: AggregateFold {
  associatedtype Verdict: Sendable

  /// The app and environment of the decided events.
  var bundleID: BundleID { get }
  var environment: StoreEnvironment { get }

  /// Returns the verdict and the events to be appended to the stream.
  ///
  /// - Parameter moment: the moment at which the events will be recorded.
  func decide(on state: State, at moment: Instant) -> (verdict: Verdict, events: [LedgerEvent])
}

/// A decision by the shared state, too, such as the catalog in force.
package protocol InformedDecider: Decider {
  /// Returns this decision by a shared state that includes every event of lane 0 recorded before it.
  func knowing(_ shared: SharedState) -> Self
}

/// A decision on two streams of one kind, made while both lanes are locked.
package protocol PairDecider: Sendable {
  associatedtype Fold: AggregateFold
  associatedtype Verdict: Sendable

  var folds: (first: Fold, second: Fold) { get }
  /// The app and environment of the decided events.
  var bundleID: BundleID { get }
  var environment: StoreEnvironment { get }

  /// Returns the verdict and the events to be appended to the two streams.
  ///
  /// - Parameter moment: the moment at which the events will be recorded.
  func decide(
    on first: Fold.State, _ second: Fold.State, at moment: Instant
  ) -> (verdict: Verdict, events: [LedgerEvent])
}

/// A verdict, with the outcomes of the events appended for it.
package struct Decided<Verdict: Sendable>: Sendable {
  package let verdict: Verdict
  package let appended: Appended

  package init(verdict: Verdict, appended: Appended) {
    self.verdict = verdict
    self.appended = appended
  }
}
