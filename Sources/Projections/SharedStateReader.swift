import EventStore
package import Ledger

/// A reader of the state of the shared lane, such as the catalogs of an app.
package struct SharedStateReader: Sendable {
  private let log: EventLog
  private let cache: SharedStateCache

  init(_ log: EventLog, _ cache: SharedStateCache) {
    self.log = log
    self.cache = cache
  }

  /// Returns the shared state.
  ///
  /// - Parameter known: leaves out later records. Throws `ProjectionError.momentAhead` for a moment that has
  ///   not passed.
  package func state(knownAt known: Instant? = nil) async throws -> SharedState {
    guard let known else { return try await cache.shared() }
    return try await HistoricalReader(log, knownAt: known).shared()
  }
}
