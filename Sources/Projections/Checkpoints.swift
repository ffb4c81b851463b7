import EventStore
import Ledger
import Postgres

/// How far the chains projection has read each lane.
struct Checkpoints {
  let pool: Pool
  let log: EventLog

  func position() async throws -> Position {
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        ProjectionStatements.checkpointsRead, log.lanes, ChainProjection.name)
    }
    var position = Position()
    for row in rows {
      position.reach(EventID(lane: try row.get(0), position: try row.get(1)))
    }
    return position
  }

  /// The position in one lane, which begins at 0.
  func found(_ lane: Int16) async throws -> Int64 {
    if let position = try await position().lanes[lane], position > 0 { return position }
    try await pool.withConnection { connection in
      _ = try await connection.query(
        ProjectionStatements.checkpointFound, lane, ChainProjection.name)
    }
    return try await position().lanes[lane] ?? 0
  }

  /// Holds the lane for this transaction; nil where another projector does.
  static func lock(_ lane: Int16, on connection: isolated Connection) throws -> Int64? {
    try connection.query(ProjectionStatements.checkpointLock, lane, ChainProjection.name)
      .first?.get(0)
  }
}
