package import Foundation

/// The sealing of a stream's evidence and of an account's name.
///
/// A sealed value begins with the fingerprint of its key. If the stream now has another key, or
/// none, the value's key was destroyed.
enum StreamSealing {
  /// The kind of content: one byte before the content, so one kind is never read as the other.
  enum Kind: UInt8 {
    case evidence = 1
    case name = 2
  }

  static func seal(
    _ content: [UInt8], as kind: Kind, with key: DataKey, for context: SealingContext
  ) throws(EvidenceError) -> [UInt8] {
    key.fingerprint + (try key.seal([kind.rawValue] + content, for: context))
  }

  /// Opens a sealed value. Returns nil if its key was destroyed.
  static func open(
    _ sealed: [UInt8], as kind: Kind, with key: DataKey?, for context: SealingContext
  ) throws(EvidenceError) -> [UInt8]? {
    guard sealed.count > DataKey.fingerprintCount else { throw .damaged }
    guard let key, sealed.starts(with: key.fingerprint) else { return nil }
    let content = try key.open(Array(sealed.dropFirst(DataKey.fingerprintCount)), for: context)
    guard content.first == kind.rawValue else { throw .damaged }
    return Array(content.dropFirst())
  }
}

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
