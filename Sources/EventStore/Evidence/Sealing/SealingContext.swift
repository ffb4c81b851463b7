package import Foundation

/// The place of sealed data or a wrapped key. In another place neither opens.
package struct SealingContext: Sendable, Hashable {
  package let lane: Int16
  /// The stream's key.
  package let stream: UUID

  package init(lane: Int16, stream: UUID) {
    self.lane = lane
    self.stream = stream
  }

  /// The context in 18 bytes: the lane, high byte first, then the stream.
  var bytes: [UInt8] {
    let high = UInt8(truncatingIfNeeded: lane >> 8)
    let low = UInt8(truncatingIfNeeded: lane)
    return [high, low] + withUnsafeBytes(of: stream.uuid) { Array($0) }
  }
}
