import EventProcessing
import EventStore
import Ledger
import Postgres
import Reports

/// The cuts of the log at which reports are made, and the wait until the projections cover a cut.
struct ReportCuts: Sendable {
  private static let pause: Duration = .milliseconds(50)

  private let pool: Pool
  private let log: EventLog
  private let patience: Duration

  /// - Parameter patience: the longest wait for a projection that lags.
  init(pool: Pool, log: EventLog, patience: Duration) {
    self.pool = pool
    self.log = log
    self.patience = patience
  }

  /// Returns the moment of the cut, and the position of the log at that moment.
  func cut(of request: ReportRequest) async throws -> (moment: Instant, position: Position) {
    if let moment = request.knownAt {
      return (moment, try await log.past(knownAt: moment))
    }
    let cut = try await log.cut()
    return (cut.moment, cut.position)
  }

  /// Waits until the projections cover a position.
  func wait(for position: Position) async throws {
    let deadline = ContinuousClock.now + patience
    while try await !pool.withConnection({ try await self.position(on: $0) }).covers(position) {
      guard .now < deadline else { throw ProjectionError.positionNotReached }
      try await Task.sleep(for: Self.pause)
    }
  }

  /// Returns the position that the projections have reached, that of lane 0 included.
  func position(on connection: isolated Connection) throws -> Position {
    let checkpoints = CheckpointStore(of: ProjectionConsumer.name)
    return try checkpoints.position(
      of: try connection.query([checkpoints.query(for: log.lanes)])[0], readingShared: true)
  }
}
