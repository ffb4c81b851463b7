import EventProcessing
import EventStore
import Ledger
import Logging
import Postgres

/// The live generation and another one, which are brought to one checkpoint and held there.
struct LevelGenerations: Sendable {
  let generation: GenerationPool
  let pool: Pool
  let log: EventLog
  let logger: Logger

  private var checkpoints: CheckpointStore { CheckpointStore(of: ProjectionConsumer.name) }

  /// Holds the live generation where it is in some lanes, brings the other one there, and lends the
  /// transaction that holds it. Readers wait for nothing. Throws `RebuildError.liveBeyondLog` for a live generation
  /// that claims more than the log has: no other one can be brought there.
  ///
  /// - Parameter isExact: true if the two have to be level. Otherwise the other one may be ahead.
  func hold<Result: Sendable>(
    _ lanes: [Int16], isExact: Bool,
    _ body: @Sendable (isolated Connection) async throws -> Result
  ) async throws -> Result {
    while true {
      let result = try await pool.withTransaction { connection -> Result? in
        var targets: [Checkpoint] = []
        for lane in lanes { targets.append(try checkpoints.hold(lane, on: connection)) }
        let end = try await log.position(withShared: true).lanes
        for target in targets
        where target.position > end[target.lane] ?? 0 || target.shared > end[0] ?? 0 {
          throw RebuildError.liveBeyondLog(lane: target.lane)
        }
        for target in targets { try await generation.processor.advance(to: target) }
        let reached = try await reached(lanes)
        guard !isExact || reached == targets else { return nil }
        return try await body(connection)
      }
      if let result { return result }
      // The live generation is behind. Whoever reads the log moves it, so this process may.
      try await EventProcessor(
        [ProjectionConsumer(log)], log: log, pool: pool, logger: logger
      ).runToEnd()
    }
  }

  /// Brings the other generation near the end of the log.
  func catchUp() async throws {
    try await generation.processor.runToEnd()
  }

  private func reached(_ lanes: [Int16]) async throws -> [Checkpoint] {
    try await generation.pool.withConnection { connection in
      var found: [Checkpoint] = []
      for lane in lanes { found.append(try await checkpoints.read(lane, on: connection)) }
      return found
    }
  }
}
