package import Ledger

/// The events that a list is about; all of them without a bound.
package struct EventFilter: Sendable {
  /// The app that an event names; nil for any event.
  package var app: BundleID?
  /// The environment that an event names; nil for any event.
  package var environment: StoreEnvironment?
  /// The kinds of events; nil for all.
  package var types: Set<EventType>?

  package init() {}

  func admits(_ event: LedgerEvent) -> Bool {
    (types?.contains(event.type) ?? true) && (app.map { $0 == event.place.app } ?? true)
      && (environment.map { $0 == event.place.environment } ?? true)
  }
}
