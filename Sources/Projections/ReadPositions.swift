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

  /// The present moment by the database's clock, never before the last event; nil while it was never read.
  package var now: Instant? { log.clock.now() }

  /// The lanes of the log.
  package var lanes: [Int16] { log.lanes }

  /// Returns the public form of a position.
  package func token(_ position: Position) -> PositionToken { log.token(position) }

  /// Returns true if a token was issued in the present epoch.
  package func isCurrent(_ token: PositionToken) async throws -> Bool {
    try await log.isCurrent(token)
  }

  /// Returns the last position that the present history shares with the one of a token of an earlier epoch.
  package func shared(with token: PositionToken) async throws -> PositionToken {
    log.token(try await log.shared(token))
  }

  /// Returns true if the log has recorded everything up to a position.
  package func hasRecorded(_ position: Position) async throws -> Bool {
    try await log.position().covers(position)
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

  /// Returns the position that the projections have reached, or the position of the log at a past moment.
  /// Throws `ProjectionError.momentAhead` for a moment that has not passed.
  package func reached(knownAt known: Instant? = nil) async throws -> Position {
    if let known { return try await HistoricalReader(log, knownAt: known).reached }
    return try reached(from: try await log.lookups.query([query])[0])
  }

  /// The query of the checkpoints, to be sent along with others.
  var query: Call { checkpoints.query(for: lanes) }

  /// Returns the position from the rows of `query`.
  func reached(from rows: Rows) throws -> Position {
    try checkpoints.position(of: rows, readingShared: false)
  }
}
