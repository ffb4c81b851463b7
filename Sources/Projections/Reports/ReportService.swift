package import EventStore
import Ledger
package import Postgres

/// A service that makes reports from the projections, in bounded memory.
package struct ReportService: Sendable {
  private static let pause: Duration = .milliseconds(50)

  let pool: Pool
  let log: EventLog
  private let patience: Duration

  /// - Parameter patience: the longest wait for a projection that lags.
  package init(pool: Pool, log: EventLog, patience: Duration = .seconds(30)) {
    self.pool = pool
    self.log = log
    self.patience = patience
  }

  /// Makes a report. Throws `positionNotReached` if a projection lags for longer than the patience,
  /// and `momentAhead` for a `knownAt` that has not passed.
  package func report(_ request: ReportRequest) async throws -> Report {
    switch request.name {
    case .commission: try await commission(request)
    case .tenure: try await tenure(request)
    }
  }

  /// Returns the moment of the cut, and the position of the log at that moment.
  func cut(of request: ReportRequest) async throws -> (moment: Instant, position: Position) {
    if let moment = request.knownAt {
      return (moment, try await log.past(knownAt: moment))
    }
    let cut = try await log.cut()
    return (cut.moment, cut.position)
  }

  func wait(for position: Position, _ names: ProjectionName...) async throws {
    let deadline = ContinuousClock.now + patience
    for name in names {
      let checkpoints = Checkpoints(pool: pool, log: log, projection: name.projection(of: log))
      while true {
        if try await checkpoints.position().covers(position) { break }
        guard .now < deadline else { throw ProjectionError.positionNotReached }
        try await Task.sleep(for: Self.pause)
      }
    }
  }
}
