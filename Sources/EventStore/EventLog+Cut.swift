package import Ledger
import Postgres

/// One moment of all lanes.
package struct Cut: Sendable, Hashable {
  /// How far every lane had come that had begun.
  package let position: Position
  /// The server's clock while nobody could append, in whole milliseconds: what was recorded before is
  /// in the cut, what was recorded after is not, as long as that clock is not set back.
  package let moment: Instant
  /// The end of every lane, lane 0 too, in ascending order.
  package let heads: [LaneHead]
}

extension EventLog {
  /// Takes a cut: the only "now" there is across lanes.
  ///
  /// The append locks of all lanes are held together for a millisecond, so that of a batch that
  /// touches several lanes all is in it or nothing. The table itself cannot be locked: the
  /// application's role has no right to.
  package func cut() async throws -> Cut {
    let all = [0] + lanes
    let rows = try await pool.withTransaction { connection in
      try connection.query(EventStatements.lanesLock, all)
      let heads = try connection.query(EventStatements.laneHeads, all)
      try connection.query(EventStatements.clockTick)
      return heads
    }
    var heads: [LaneHead] = []
    var moment = Instant(milliseconds: 0)
    var position = Position()
    for row in rows {
      let head = LaneHead(
        lane: try row.get(0), position: try row.optional(1), chain: try row.optional(2))
      heads.append(head)
      moment = max(moment, Instant(try row.get(3, as: Timestamp.self)))
      if head.position > 0 { position.reach(EventID(lane: head.lane, position: head.position)) }
    }
    return Cut(position: position, moment: moment, heads: heads.sorted { $0.lane < $1.lane })
  }
}
