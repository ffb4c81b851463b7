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

  /// Returns a finding unless the batch continues from this head.
  func finding(after head: LaneHead, at moment: Instant) -> BrokenPromise? {
    if firstPosition > head.position + 1 {
      return .missing(lane, head.position + 1...firstPosition - 1)
    }
    if firstPosition != head.position + 1 {
      return BrokenPromise(
        place, "it overlaps the batch before it, which ends at \(head.position)")
    }
    if lastPosition < firstPosition { return BrokenPromise(place, "it is empty") }
    if !hasWholeMoment { return BrokenPromise(place, "recorded_at is finer than a millisecond") }
    if recordedAt < moment {
      return BrokenPromise(place, "recorded_at: it was recorded before the batch before it")
    }
    return nil
  }

  /// Returns the findings unless root and chain are those of these events after this head. A batch whose
  /// positions are not those of its events has been found already.
  func findings(_ leaves: [EventLeaf], after head: LaneHead) -> [BrokenPromise] {
    guard !leaves.isEmpty, firstPosition == head.position + 1,
      lastPosition == head.position + Int64(leaves.count)
    else { return [] }
    let computed = LaneBatch(after: head, leaves, recordedAt: recordedAt)
    if computed.root != root {
      return [BrokenPromise(place, "its root is not that of its events and their evidence")]
    }
    if computed.chain != chain {
      return [
        BrokenPromise(place, "its chain does not follow from the batch before it and its root")
      ]
    }
    return []
  }
}
