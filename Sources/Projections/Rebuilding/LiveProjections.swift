import EventProcessing
package import EventStore
import Ledger
package import Postgres

/// The live projections, as far as they were built.
package struct LiveProjections: Sendable {
  private let pool: Pool
  private let log: EventLog

  package init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
  }

  /// Returns the number of events in the log, without lane 0.
  package func events() async throws -> Int64 {
    try await log.position().lanes.values.reduce(0, +)
  }

  /// Returns false if the log has events and none of them was ever read, as after a migration that empties the
  /// projections.
  package func isBegun() async throws -> Bool {
    let lanes = try await log.position().lanes.filter { $0.value > 0 }.keys
    guard !lanes.isEmpty else { return true }
    let store = CheckpointStore(of: ProjectionConsumer.name)
    return try await pool.withConnection { connection in
      for lane in lanes where try await store.read(lane, on: connection).position > 0 {
        return true
      }
      return false
    }
  }

  /// Returns false if a lane was never read that is too long to be read page by page.
  package func isBuilt() async throws -> Bool {
    let heads = try await log.position().lanes
    let store = CheckpointStore(of: ProjectionConsumer.name)
    return try await pool.withConnection { [lanes = log.lanes] connection in
      for lane in lanes where heads[lane] ?? 0 >= ProjectionConsumer.rebuiltMin {
        guard try await store.read(lane, on: connection).position > 0 else { return false }
      }
      return true
    }
  }
}
