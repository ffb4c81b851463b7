import EventProcessing
package import EventStore
import Logging
import Projections

extension Database {
  /// Brings the projections up to all events recorded so far, even if no server runs.
  package func project(_ log: EventLog) async throws {
    try await EventProcessor(
      [ProjectionConsumer(log)], log: log, pool: pool, logger: .quiet
    ).runToEnd()
  }
}
