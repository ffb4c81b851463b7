import EventStore
import Logging
import Projections

extension Database {
  /// Takes in all that was recorded until now, whether a server runs or not.
  func project(_ log: EventLog, _ names: [ProjectionName] = ProjectionName.allCases) async throws {
    for name in names {
      let projector = Projector(name, pool: pool, log: log, logger: .quiet)
      while try await projector.runOnce() > 0 {}
    }
  }
}
