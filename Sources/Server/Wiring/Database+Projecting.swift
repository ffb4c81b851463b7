package import EventStore
import Logging
package import Projections

extension Database {
  /// Brings the projections up to all events recorded so far, even if no server runs.
  package func project(_ log: EventLog, _ names: [ProjectionName] = ProjectionName.allCases)
    async throws
  {
    for name in names {
      let projector = Projector(name, pool: pool, log: log, logger: .quiet)
      while try await projector.runOnce() > 0 {}
    }
  }
}
