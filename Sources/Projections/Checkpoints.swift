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
    try await pool.withConnection { connection in
      let rows = try await connection.query(
        ProjectionStatements.checkpointsRead, [lane], ChainProjection.name)
      if let position: Int64 = try rows.first?.get(1), position > 0 { return position }
      try await connection.query(ProjectionStatements.checkpointFound, lane, ChainProjection.name)
      return 0
    }
  }

  /// The lanes in which there is something to read.
  func lanesBehind() async throws -> [Int16] {
    try await pool.withConnection { connection in
      try await connection.query(ProjectionStatements.lanesBehind, log.lanes, ChainProjection.name)
        .map { try $0.get(0) }
    }
  }

  func lag() async throws -> Lag {
    let rows = try await pool.withConnection { connection in
      try await connection.query(ProjectionStatements.lag, log.lanes, ChainProjection.name)
    }
    return Lag(lanes: try rows.map { row in try Lag.Lane(row) })
  }

  /// Takes the lane for this transaction and tells how far it was read; nil where another projector
  /// has it.
  static func lock(_ lane: Int16, on connection: isolated Connection) throws -> Int64? {
    try connection.query(ProjectionStatements.checkpointLock, lane, ChainProjection.name)
      .first?.get(0)
  }

  /// Waits for the lane, takes it for this transaction and tells how far it was read; nil where it
  /// was never begun.
  static func hold(_ lane: Int16, on connection: isolated Connection) throws -> Int64? {
    try connection.query(ProjectionStatements.checkpointHold, lane, ChainProjection.name)
      .first?.get(0)
  }

  /// Moves on in a lane that is taken.
  static func move(
    _ lane: Int16, to position: Int64, on connection: isolated Connection
  ) throws {
    try connection.query(
      ProjectionStatements.checkpointMove, lane, ChainProjection.name, position)
  }
}
