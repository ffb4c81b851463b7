package import Ledger
import Postgres

/// A consistent position in all lanes.
package struct Cut: Sendable, Hashable {
  /// The position of every lane that had begun.
  package let position: Position
  /// The server's clock at a moment without appends, in whole milliseconds. Earlier events are in
  /// the cut and later events are not, as long as that clock is not set back.
  package let moment: Instant
  /// The end of every lane, lane 0 included, in ascending order.
  package let heads: [LaneHead]
}

extension EventLog {
  /// Takes a cut, which is the only "now" across lanes.
  ///
  /// The append locks of all lanes are held together for a millisecond, so a batch over several
  /// lanes is in the cut completely or not at all. The table itself cannot be locked because the
  /// application's role lacks the right.
  package func cut() async throws -> Cut {
    let all = [0] + lanes
    let rows = try await pool.withTransaction { connection in
      try connection.query(.lanesLock, all)
      let heads = try connection.query(.laneHeads, all)
      try connection.query(.clockTick)
      return heads
    }
    var heads: [LaneHead] = []
    var moment = Instant(milliseconds: 0)
    var position = Position()
    for row in rows {
      let (lane, last, chain, recordedAt) = try row.decode(
        (Int16, Int64?, [UInt8]?, Instant).self)
      let head = LaneHead(lane: lane, position: last, chain: chain)
      heads.append(head)
      moment = max(moment, recordedAt)
      if head.position > 0 { position.reach(EventID(lane: head.lane, position: head.position)) }
    }
    return Cut(position: position, moment: moment, heads: heads.sorted { $0.lane < $1.lane })
  }
}
