package import Foundation

/// The place a sealed body or a wrapped key belongs to. Carried to another it does not open.
package struct SealingContext: Sendable, Hashable {
  package let lane: Int16
  /// The stream's key.
  package let stream: UUID

  package init(lane: Int16, stream: UUID) {
    self.lane = lane
    self.stream = stream
  }

  /// Always 18 bytes: the lane, high byte first, then the stream.
  var bytes: [UInt8] {
    let high = UInt8(truncatingIfNeeded: lane >> 8)
    let low = UInt8(truncatingIfNeeded: lane)
    return [high, low] + withUnsafeBytes(of: stream.uuid) { Array($0) }
  }
}
