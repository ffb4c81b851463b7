import Crypto
import Ledger

/// The end of a lane as read under its lock: what the next batch goes on from.
struct LaneHead {
  private static let genesis = [UInt8](repeating: 0, count: 32)

  let lane: Int16
  private(set) var lastPosition: Int64
  private let chain: [UInt8]
  let recordedAt: Instant
  private var root = SHA256()
  private let firstPosition: Int64

  init(lane: Int16, lastPosition: Int64?, chain: [UInt8]?, recordedAt: Instant) {
    self.lane = lane
    self.lastPosition = lastPosition ?? 0
    self.chain = chain ?? Self.genesis
    self.recordedAt = recordedAt
    firstPosition = self.lastPosition + 1
  }

  /// Gives the next position to an event and takes it into the batch's root.
  mutating func admit(_ digest: Ledger.Digest, evidence: Ledger.Digest?) -> EventID {
    lastPosition += 1
    root.update(data: EventLeaf(digest, evidence: evidence).bytes)
    return EventID(lane: lane, position: lastPosition)
  }

  /// The batch so far; nil while it is empty.
  var batch: LaneBatch? {
    guard lastPosition >= firstPosition else { return nil }
    return LaneBatch(
      lane: lane, firstPosition: firstPosition, lastPosition: lastPosition,
      root: Array(root.finalize()), previousChain: chain, recordedAt: recordedAt)
  }
}

/// One event in a root: its own digest with that of its evidence.
struct EventLeaf {
  let bytes: [UInt8]

  init(_ digest: Ledger.Digest, evidence: Ledger.Digest?) {
    var hash = SHA256()
    hash.update(data: [0])
    hash.update(data: digest.bytes)
    if let evidence { hash.update(data: evidence.bytes) }
    bytes = Array(hash.finalize())
  }
}

/// One commit in one lane, chained to the one before.
struct LaneBatch {
  let lane: Int16
  let firstPosition: Int64
  let lastPosition: Int64
  let root: [UInt8]
  let chain: [UInt8]
  let recordedAt: Instant

  /// `chain` is SHA-256 over 1, the previous chain, the root, and both positions in big endian.
  init(
    lane: Int16, firstPosition: Int64, lastPosition: Int64, root: [UInt8],
    previousChain: [UInt8], recordedAt: Instant
  ) {
    self.lane = lane
    self.firstPosition = firstPosition
    self.lastPosition = lastPosition
    self.root = root
    self.recordedAt = recordedAt
    var hash = SHA256()
    hash.update(data: [1])
    hash.update(data: previousChain)
    hash.update(data: root)
    for position in [firstPosition, lastPosition] {
      withUnsafeBytes(of: position.bigEndian) { hash.update(bufferPointer: $0) }
    }
    chain = Array(hash.finalize())
  }
}
