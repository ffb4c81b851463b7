import EventProcessing
import EventStore
package import Ledger
import Postgres

/// The positions that reads report and wait for. They leave out the shared lane: a read always knows
/// all of that lane.
package struct ReadPositions: Sendable {
  private static let waitPause: Duration = .milliseconds(25)

  private let log: EventLog
  private let progress: ConsumerProgress
  private let checkpoints = CheckpointStore(of: ProjectionConsumer.name)

  init(_ log: EventLog, _ progress: ConsumerProgress) {
    self.log = log
    self.progress = progress
  }

  /// The lanes of the log.
  package var lanes: [Int16] { log.lanes }

  /// Returns the public form of a position.
  package func token(_ position: Position) -> PositionToken { log.token(position) }

  /// Returns true if a token was issued in the present epoch.
  package func isCurrent(_ token: PositionToken) async throws -> Bool {
    try await log.isCurrent(token)
  }

  /// Waits until the projections cover a position; throws `positionNotReached` after `limit`.
  package func wait(
    for position: Position, within limit: Duration
  ) async throws {
    let deadline = ContinuousClock.now + limit
    let lanes = Set(position.lanes.keys)
    while true {
      let count = progress.count(of: lanes)
      if try await reached().covers(position) { return }
      let rest = deadline - .now
      guard rest > .zero else { throw ProjectionError.positionNotReached }
      await progress.move(since: count, within: min(rest, Self.waitPause))
      try Task.checkCancellation()
    }
  }

  /// Returns the position that the projections have reached.
  package func reached() async throws -> Position {
    try reached(from: try await log.lookups.query([query])[0])
  }

  /// The query of the checkpoints, to be sent along with others.
  var query: Call { checkpoints.query(for: lanes) }

  /// Returns the position from the rows of `query`.
  func reached(from rows: Rows) throws -> Position {
    try checkpoints.position(of: rows, readingShared: false)
  }
}
