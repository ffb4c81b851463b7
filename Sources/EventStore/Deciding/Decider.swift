package import Ledger

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
