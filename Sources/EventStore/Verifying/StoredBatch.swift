import Ledger
import Postgres

/// A batch as stored.
struct StoredBatch: Sendable {
  let lane: Int16
  let firstPosition: Int64
  let lastPosition: Int64
  let root: [UInt8]
  let chain: [UInt8]
  let recordedAt: Instant
  private let hasWholeMoment: Bool

  init(_ row: Row, lane: Int16) throws {
    self.lane = lane
    let fraction: Int32
    (firstPosition, lastPosition, root, chain, recordedAt, fraction) = try row.decode(
      (Int64, Int64, [UInt8], [UInt8], Instant, Int32).self)
    hasWholeMoment = fraction == 0
  }

  var place: BrokenPromise.Place {
    .batch(lane, firstPosition...max(firstPosition, lastPosition))
  }

  /// Throws unless the batch continues from this head.
  func check(after head: LaneHead, at moment: Instant) throws(BrokenPromise) {
    guard firstPosition <= head.position + 1 else {
      throw .missing(lane, head.position + 1...firstPosition - 1)
    }
    guard firstPosition == head.position + 1 else {
      throw BrokenPromise(place, "it overlaps the batch before it, which ends at \(head.position)")
    }
    guard lastPosition >= firstPosition else { throw BrokenPromise(place, "it is empty") }
    guard hasWholeMoment else {
      throw BrokenPromise(place, "recorded_at is finer than a millisecond")
    }
    guard recordedAt >= moment else {
      throw BrokenPromise(place, "it was recorded before the batch before it")
    }
  }

  /// Throws unless root and chain are those of these events after this head.
  func check(_ leaves: [EventLeaf], after head: LaneHead) throws(BrokenPromise) {
    let computed = LaneBatch(after: head, leaves, recordedAt: recordedAt)
    guard computed.root == root else {
      throw BrokenPromise(place, "its root is not that of its events and their evidence")
    }
    guard computed.chain == chain else {
      throw BrokenPromise(place, "its chain does not follow from the batch before it and its root")
    }
  }
}
