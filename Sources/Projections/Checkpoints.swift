import EventStore
import Foundation
import Ledger
import Postgres

/// The checkpoints of a projection: the position that it has reached in each lane.
struct Checkpoints {
  let pool: Pool
  let log: EventLog
  let projection: any Projection

  private var name: String { projection.name.rawValue }

  /// Returns the position of each lane and, for lane 0, the position that the rows of all lanes
  /// include.
  func position() async throws -> Position {
    try await pool.withConnection { connection in try await position(on: connection) }
  }

  func position(on connection: isolated Connection) throws -> Position {
    try position(of: try connection.query([query])[0])
  }

  /// The query for `position(of:)`, to be sent with other queries.
  var query: Call { Call(.checkpointsRead, log.lanes, name) }

  /// Returns the position from the rows of `query`.
  func position(of rows: Rows) throws -> Position {
    var position = Position()
    var shared = Int64.max
    for checkpoint in try rows.decode(Checkpoint.self) {
      if checkpoint.position > 0 { position.reach(checkpoint.id) }
      shared = min(shared, checkpoint.shared)
    }
    if projection.readsShared, shared > 0 {
      position.reach(EventID(lane: 0, position: shared))
    }
    return position
  }

  /// Returns the checkpoint of a lane. A new checkpoint begins at 0.
  func read(_ lane: Int16) async throws -> Checkpoint {
    try await pool.withConnection { connection in
      let rows = try await connection.query(.checkpointsRead, [lane], name)
      let stored = try rows.decode(Checkpoint.self).first
      if let stored, stored.position > 0 { return stored }
      try await connection.query(.checkpointCreate, lane, name)
      return Checkpoint(lane: lane, position: 0, shared: stored?.shared ?? 0)
    }
  }

  /// Returns the lanes that have unread events.
  func lanesBehind() async throws -> [Int16] {
    try await log.lookups.withConnection { connection in
      try await connection.query(.lanesBehind, log.lanes, name, projection.readsShared)
        .decode()
    }
  }

  func lag() async throws -> Lag {
    let rows = try await pool.withConnection { connection in
      try await connection.query(.lag, log.lanes, name, projection.readsShared)
    }
    return Lag(
      lanes: try rows.decode((Int16, Int64, Int64, Int64).self).map { lane, events, behind, dead in
        Lag.Lane(lane: lane, events: events, behind: .milliseconds(behind), deadLetters: dead)
      })
  }

  /// Locks the lane for this transaction. Returns nil if another projector has locked the lane.
  func lock(_ lane: Int16, on connection: isolated Connection) throws -> Checkpoint? {
    let rows = try connection.query(.checkpointLock, lane, name)
    return try rows.decode((Int64, Int64).self).first.map {
      Checkpoint(lane: lane, position: $0, shared: $1)
    }
  }

  /// Waits for the lock of the lane for this transaction. Returns nil if the lane has no
  /// checkpoint.
  func hold(_ lane: Int16, on connection: isolated Connection) throws -> Checkpoint? {
    let rows = try connection.query(.checkpointHold, lane, name)
    return try rows.decode((Int64, Int64).self).first.map {
      Checkpoint(lane: lane, position: $0, shared: $1)
    }
  }

  /// Moves the checkpoint of a locked lane.
  func move(to checkpoint: Checkpoint, on connection: isolated Connection) throws {
    try connection.post(
      .checkpointMove, checkpoint.lane, name, checkpoint.position,
      checkpoint.shared)
  }
}
