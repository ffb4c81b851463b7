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
