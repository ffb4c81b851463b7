package import EventStore
import Ledger
package import Postgres

/// An audit of the positions that consumers keep beside the log. One that lies beyond the end of its lane lets a
/// consumer pass over the next events, and looks as if it were up to date.
package struct CheckpointAudit: Sendable {
  /// A position beyond the end of the log.
  package struct Ahead: Hashable, Sendable {
    package let table: String
    package let lane: Int16
    /// The consumer, or the generation of a rebuild.
    package let name: String
    package let column: String
    package let position: Int64
    package let head: Int64
    /// The generation of a checkpoint; that of readers for any other position.
    let generation: Int32
    /// The moment at which a checkpoint last moved; nil for any other position.
    let movedAt: Instant?

    /// True for a checkpoint of readers in a lane of the log, which ``CheckpointRewind`` sets back.
    var isRewound: Bool {
      table == "consumer_checkpoint" && generation == CheckpointStore.live && !isOfForeignLane
    }

    /// True for a place of granting in a lane that it reads again.
    var isBackfill: Bool { table == "granting_backfill" }

    private var isOfForeignLane: Bool { column == "lane" }

    package var finding: BrokenPromise {
      let isLive = generation == CheckpointStore.live
      let key = "\(lane), \(name)" + (isLive ? "" : ", generation \(generation)")
      return BrokenPromise(.record(table: table, key: key), text(isLive: isLive))
    }

    private func text(isLive: Bool) -> String {
      if isOfForeignLane {
        return "column lane: the log has no such lane: delete the row as the owner of the database"
      }
      let beyond = "column \(column) is \(position), and the log ends at \(head): "
      return beyond
        + (isLive
          ? "events would be passed over"
          : "discard this generation by `daicho projections drop`, or delete the row as the owner of the database if "
            + "no generation is being built")
    }
  }

  private let pool: Pool
  private let lanes: [Int16]

  package init(pool: Pool, lanes: [Int16]) {
    self.pool = pool
    self.lanes = lanes
  }

  /// Returns the positions that lie beyond the end of the log.
  package func ahead() async throws -> [Ahead] {
    let rows = try await pool.withConnection { [lanes] connection in
      try await connection.query(.checkpointsAhead, lanes)
    }
    return try Self.read(rows)
  }

  /// Returns the positions that lie beyond the end of the log as a transaction sees it.
  static func ahead(
    among lanes: [Int16], on connection: isolated Connection
  ) throws -> [Ahead] {
    try read(connection.query(.checkpointsAhead, lanes))
  }

  private static func read(_ rows: Rows) throws -> [Ahead] {
    try rows.decode((String, Int16, String, String, Int64, Int64, Int32, Instant?).self).map {
      Ahead(
        table: $0, lane: $1, name: $2, column: $3, position: $4, head: $5, generation: $6,
        movedAt: $7)
    }
  }
}
