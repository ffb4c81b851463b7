package import EventStore
import Ledger
package import Logging
package import Postgres
import ServiceLifecycle

/// Reads each lane from its checkpoint and keeps a projection's tables in step.
///
/// Rows and checkpoint are written in one transaction; projectors of several processes pass a lane
/// to one another by its checkpoint's row lock. An event that cannot be read stops its lane, loudly.
package struct Projector: Service {
  package static let batchMax = 1_000
  private static let pause: Duration = .milliseconds(50)
  private static let pauseAfterError: Duration = .seconds(1)

  private let pool: Pool
  private let log: EventLog
  private let fold: ChainProjection
  private let logger: Logger

  package init(pool: Pool, log: EventLog, logger: Logger) {
    self.pool = pool
    self.log = log
    fold = ChainProjection(log: log)
    self.logger = logger
  }

  /// Follows the log until it is cancelled or shut down.
  package func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled { await step() }
    }
  }

  /// A batch, or a rest where there is nothing to do; a longer one after trouble.
  private func step() async {
    do {
      if try await runOnce() == 0 { try await Task.sleep(for: Self.pause) }
    } catch  where Task.isCancelled {
      return
    } catch {
      logger.error("the projector rests after an error", metadata: ["error": "\(error)"])
      try? await Task.sleep(for: Self.pauseAfterError)  // cancellation ends the rest, then the loop
    }
  }

  /// Does one bounded batch a lane; returns how many events it took in.
  @discardableResult
  package func runOnce() async throws -> Int {
    var count = 0
    for lane in log.lanes { count += try await advance(lane) }
    return count
  }

  /// How many events the projection is behind the log, over all lanes.
  package func lag() async throws -> Int64 {
    let head = try await log.position()
    let reached = try await Checkpoints(pool: pool, log: log).position()
    return head.lanes.reduce(0) { $0 + $1.value - (reached.lanes[$1.key] ?? 0) }
  }

  private func advance(_ lane: Int16) async throws -> Int {
    let position = try await Checkpoints(pool: pool, log: log).found(lane)
    let events = try await log.events(lane: lane, after: position, limit: Self.batchMax)
    guard let last = events.last else { return 0 }
    return try await pool.withConnection { connection in
      try await connection.transaction(.init(synchronousCommitOff: true)) { connection in
        guard try Checkpoints.lock(lane, on: connection) == position else { return 0 }
        try fold.write(events, on: connection)
        _ = try connection.query(
          ProjectionStatements.checkpointMove, lane, ChainProjection.name, last.id.position)
        return events.count
      }
    }
  }
}
