package import Ledger

/// Something decided by folding a stream while its lane is locked: whoever else decides on the
/// stream, in whatever process, does so before or after.
package protocol Decider: Sendable {
  associatedtype State: Sendable
  associatedtype Verdict: Sendable

  var stream: StreamID { get }
  /// The app and environment that what it decides speaks of.
  var bundleID: BundleID { get }
  var environment: StoreEnvironment { get }
  /// The state of a stream without events.
  var initial: State { get }

  /// Takes in the stream's next event.
  func evolve(_ state: inout State, with event: LedgerEvent)
  /// Further streams that the state rests on and has not taken in yet; they are taken in before the next
  /// event. Nothing that concerns the state may follow in them.
  func sources(of state: State) -> [StreamID]
  /// Takes in all of such a stream; it is no source any more.
  func take(_ events: [LedgerEvent], of source: StreamID, into state: inout State)
  /// What follows, and what is to be appended to the stream for it.
  ///
  /// - Parameter moment: when it will have been recorded.
  func decide(on state: State, at moment: Instant) -> (verdict: Verdict, events: [LedgerEvent])
}

extension Decider {
  package func sources(of state: State) -> [StreamID] { [] }
  package func take(_ events: [LedgerEvent], of source: StreamID, into state: inout State) {}
}

/// A verdict, and what became of the events that were appended for it.
package struct Decided<Verdict: Sendable>: Sendable {
  package let verdict: Verdict
  package let appended: Appended

  package init(verdict: Verdict, appended: Appended) {
    self.verdict = verdict
    self.appended = appended
  }
}
