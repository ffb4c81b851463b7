import EventStore
import Foundation
import Ledger
import Postgres

/// How far a projection has read each lane.
struct Checkpoints {
  let pool: Pool
  let log: EventLog
  let projection: any Projection

  private var name: String { projection.name.rawValue }

  /// The lanes, and of lane 0 what all of them rest on.
  func position() async throws -> Position {
    try await pool.withConnection { connection in try await position(on: connection) }
  }

  func position(on connection: isolated Connection) throws -> Position {
    try position(of: try connection.query([look])[0])
  }

  /// Asks how far it has come, together with other questions.
  var look: Call { Call(ProjectionStatements.checkpointsRead, log.lanes, name) }

  /// What `look` found.
  func position(of rows: Rows) throws -> Position {
    var position = Position()
    var commons = Int64.max
    for row in rows {
      let reached: Int64 = try row.get(1)
      if reached > 0 { position.reach(EventID(lane: try row.get(0), position: reached)) }
      commons = min(commons, try row.get(2))
    }
    if projection.restsOnCommons, commons > 0 {
      position.reach(EventID(lane: 0, position: commons))
    }
    return position
  }

  /// What one lane rests on; it begins at 0.
  func found(_ lane: Int16) async throws -> Standing {
    try await pool.withConnection { connection in
      let rows = try await connection.query(ProjectionStatements.checkpointsRead, [lane], name)
      if let row = rows.first, try row.get(1, as: Int64.self) > 0 {
        return Standing(lane: lane, position: try row.get(1), commons: try row.get(2))
      }
      try await connection.query(ProjectionStatements.checkpointFound, lane, name)
      return Standing(lane: lane, position: 0, commons: try rows.first?.get(2) ?? 0)
    }
  }

  /// The lanes in which there is something to read.
  func lanesBehind() async throws -> [Int16] {
    try await log.lookups.withConnection { connection in
      try await connection.query(
        ProjectionStatements.lanesBehind, log.lanes, name, projection.restsOnCommons
      )
      .map { try $0.get(0) }
    }
  }

  func lag() async throws -> Lag {
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        ProjectionStatements.lag, log.lanes, name, projection.restsOnCommons)
    }
    return Lag(lanes: try rows.map { row in try Lag.Lane(row) })
  }

  /// Takes the lane for this transaction; nil where another projector has it.
  func lock(_ lane: Int16, on connection: isolated Connection) throws -> Standing? {
    let rows = try connection.query(ProjectionStatements.checkpointLock, lane, name)
    return try rows.first.map {
      Standing(lane: lane, position: try $0.get(0), commons: try $0.get(1))
    }
  }

  /// Waits for the lane and takes it for this transaction; nil where it was never begun.
  func hold(_ lane: Int16, on connection: isolated Connection) throws -> Standing? {
    let rows = try connection.query(ProjectionStatements.checkpointHold, lane, name)
    return try rows.first.map {
      Standing(lane: lane, position: try $0.get(0), commons: try $0.get(1))
    }
  }

  /// Moves on in a lane that is taken.
  func move(to standing: Standing, on connection: isolated Connection) throws {
    try connection.post(
      ProjectionStatements.checkpointMove, standing.lane, name, standing.position,
      standing.commons)
  }
}
