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

  /// Takes a cut of these lanes, ascending and lane 0 included.
  ///
  /// The append locks of all lanes are held together for a millisecond, so a batch over several
  /// lanes is in the cut completely or not at all, and a batch that waits meanwhile gets a later
  /// moment. The locks are shared: a writer, whose lock is exclusive, is kept out by either kind,
  /// and another cut writes nothing that this one could miss, so the two need not wait for each
  /// other. The heads are read by a statement of its own, whose snapshot is taken after the last
  /// lock was granted and thus contains all batches that held one.
  ///
  /// The table itself cannot be locked because the application's role lacks the right.
  static func take(of lanes: [Int16], in pool: Pool) async throws -> Cut {
    let rows = try await pool.transaction(
      TransactionOptions(),
      of: [
        Call(.lanesLockShared, AdvisoryLock.lane.rawValue, lanes), Call(.laneHeads, lanes),
        Call(.clockTick),
      ])[1]
    let ends = try LaneEnds(rows)
    let heads = ends.heads.values.sorted { $0.lane < $1.lane }
    let position = heads.filter { $0.position > 0 }.reduce(into: Position()) { position, head in
      position.reach(EventID(lane: head.lane, position: head.position))
    }
    return Cut(position: position, moment: ends.recordedAt, heads: heads)
  }
}
