import Crypto
import Ledger
import Postgres

/// The end of a lane, read under its lock. The next batch continues from here.
package struct LaneHead: Hashable, Sendable {
  package let lane: Int16
  /// The last position; 0 before the lane's first event.
  package let position: Int64
  package let chain: [UInt8]

  /// Creates the head of a lane. Without a position the lane is empty, and its first chain starts
  /// from the lane's number.
  package init(lane: Int16, position: Int64?, chain: [UInt8]?) {
    self.lane = lane
    self.position = position ?? 0
    self.chain = chain ?? Self.genesis(of: lane)
  }

  private static func genesis(of lane: Int16) -> [UInt8] {
    Array("daicho lane \(lane)".utf8)
  }
}

/// The ends of locked lanes, as one statement read them.
struct LaneEnds {
  private(set) var heads: [Int16: LaneHead] = [:]
  /// The moment of the next batch in these lanes.
  private(set) var recordedAt = Instant(milliseconds: 0)
  /// The database's number of type `event_row`.
  private(set) var rowType: UInt32 = 0

  /// - Parameter rows: the answer of `lane_heads`.
  init(_ rows: Rows) throws {
    for row in rows {
      let (lane, position, chain, moment, rowType) = try row.decode(
        (Int16, Int64?, [UInt8]?, Instant, Int64).self)
      heads[lane] = LaneHead(lane: lane, position: position, chain: chain)
      recordedAt = max(recordedAt, moment)
      self.rowType = UInt32(truncatingIfNeeded: rowType)
    }
  }
}

/// A leaf of a root: the digest of one event together with the digest of its evidence.
struct EventLeaf: Sendable {
  let bytes: [UInt8]

  init(_ digest: Ledger.Digest, evidence: Ledger.Digest?) {
    var hash = SHA256()
    hash.update(data: [0])
    hash.update(data: digest.bytes)
    if let evidence { hash.update(data: evidence.bytes) }
    bytes = Array(hash.finalize())
  }
}

/// One commit in one lane, chained to the commit before.
struct LaneBatch: Sendable {
  let lane: Int16
  let firstPosition: Int64
  let lastPosition: Int64
  let root: [UInt8]
  let chain: [UInt8]
  let recordedAt: Instant

  /// Creates a batch of these events after a head.
  ///
  /// `root` is SHA-256 over the leaves in order; `chain` is SHA-256 over 1, the previous chain, the
  /// root, both positions and the moment, numbers in big endian of eight bytes.
  init(after head: LaneHead, _ leaves: [EventLeaf], recordedAt: Instant) {
    precondition(!leaves.isEmpty, "a batch is not empty")
    lane = head.lane
    firstPosition = head.position + 1
    lastPosition = head.position + Int64(leaves.count)
    self.recordedAt = recordedAt
    var rootHash = SHA256()
    for leaf in leaves { rootHash.update(data: leaf.bytes) }
    root = Array(rootHash.finalize())
    var hash = SHA256()
    hash.update(data: [1])
    hash.update(data: head.chain)
    hash.update(data: root)
    for number in [firstPosition, lastPosition, recordedAt.milliseconds] {
      withUnsafeBytes(of: number.bigEndian) { hash.update(bufferPointer: $0) }
    }
    chain = Array(hash.finalize())
  }

  /// The head from which the next batch continues.
  var head: LaneHead { LaneHead(lane: lane, position: lastPosition, chain: chain) }
}
