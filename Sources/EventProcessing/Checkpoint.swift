import EventStore
package import Ledger
package import Postgres

/// The position that a consumer has reached in a lane, and in lane 0 as that lane saw it.
package struct Checkpoint: Hashable, Sendable {
  package let lane: Int16
  package var position: Int64
  /// The position reached in lane 0.
  package var shared: Int64

  package init(lane: Int16, position: Int64, shared: Int64) {
    self.lane = lane
    self.position = position
    self.shared = shared
  }
}

extension Checkpoint: RowDecodable {
  package init(_ columns: inout ColumnReader) throws {
    self.init(
      lane: try columns.next(), position: try columns.next(), shared: try columns.next())
  }
}

/// The stored checkpoints of a consumer.
package struct CheckpointStore: Sendable {
  /// The generation that is read. A rebuild fills another one beside it.
  package static let live: Int32 = 0

  package let consumer: ConsumerName
  private let generation: Int32

  package init(of consumer: ConsumerName, generation: Int32 = live) {
    self.consumer = consumer
    self.generation = generation
  }

  /// The query for ``position(of:readingShared:)``, to be sent with other queries.
  package func query(for lanes: [Int16]) -> Call {
    Call(.checkpointsRead, lanes, consumer.rawValue, generation)
  }

  /// Returns the position from the rows of ``query(for:)``: that of each lane and, for a reader of
  /// lane 0, the position there that all lanes include.
  package func position(of rows: Rows, readingShared: Bool) throws -> Position {
    var position = Position()
    var shared = Int64.max
    for checkpoint in try rows.decode(Checkpoint.self) {
      if checkpoint.position > 0 {
        position.reach(EventID(lane: checkpoint.lane, position: checkpoint.position))
      }
      shared = min(shared, checkpoint.shared)
    }
    if readingShared, shared > 0, shared < .max {
      position.reach(EventID(lane: 0, position: shared))
    }
    return position
  }

  /// Returns the checkpoint of a lane. A new one begins at 0.
  package func read(_ lane: Int16, on connection: isolated Connection) throws -> Checkpoint {
    let lanes: [Int16] = [lane]
    let stored = try connection.query([query(for: lanes)])[0].decode(Checkpoint.self).first
    return stored ?? Checkpoint(lane: lane, position: 0, shared: 0)
  }

  /// Locks the checkpoint of a lane for this transaction. Returns nil if another process has locked
  /// it, which does the same work.
  package func lock(_ lane: Int16, on connection: isolated Connection) throws -> Checkpoint? {
    try connection.post(.checkpointCreate, lane, consumer.rawValue, generation)
    return try connection.query(.checkpointLock, lane, consumer.rawValue, generation)
      .decode(Checkpoint.self).first
  }

  /// Waits for the lock of the checkpoint of a lane for this transaction.
  package func hold(_ lane: Int16, on connection: isolated Connection) throws -> Checkpoint {
    try connection.post(.checkpointCreate, lane, consumer.rawValue, generation)
    return try connection.query(.checkpointHold, lane, consumer.rawValue, generation)
      .decode(Checkpoint.self)[0]
  }

  /// Moves the checkpoint of a locked lane.
  package func move(to checkpoint: Checkpoint, on connection: isolated Connection) throws {
    try connection.post(
      .checkpointMove, checkpoint.lane, consumer.rawValue, generation, checkpoint.position,
      checkpoint.shared)
  }

  /// Sets the checkpoint of a locked lane back, and ends its claim: who holds it reads its page again.
  func rewind(to checkpoint: Checkpoint, on connection: isolated Connection) throws {
    try connection.post(
      .checkpointRewind, checkpoint.lane, consumer.rawValue, generation, checkpoint.position,
      checkpoint.shared)
  }
}
