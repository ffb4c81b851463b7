package import Foundation

/// The identifier of a stream: the events on which a decision is based and which are decided in
/// sequence.
package enum StreamID: Hashable, Sendable {
  case chain(ChainID)
  case account(AccountReference)
  case app(StoreEnvironment, BundleID)
  /// The shared stream, which every rule reads: catalogs, programs, terms, cut-over dates and
  /// epochs.
  case shared

  /// Half of a SHA-256 of the stream's name. It is the key of the stream in the store and never
  /// changes.
  package var key: UUID {
    switch self {
    case .chain(let chain):
      Self.key(
        "chain", chain.environment.rawValue, chain.bundleID.rawValue,
        chain.originalTransactionID.rawValue)
    case .account(let reference): reference.key
    case .app(let environment, let app): Self.key("app", environment.rawValue, app.rawValue)
    case .shared: Self.sharedKey
    }
  }

  private static let sharedKey = key("commons")

  private static func key(_ words: String...) -> UUID {
    Digest(of: Array(words.joined(separator: "\u{0}").utf8)).half
  }

  /// Returns the stream's lane among `1...laneCount`, or 0 for the shared stream.
  package func lane(of laneCount: Int16) -> Int16 {
    Self.lane(of: key, among: laneCount)
  }

  /// Returns the lane of the stream with this key.
  package static func lane(of key: UUID, among laneCount: Int16) -> Int16 {
    if key == sharedKey { return 0 }
    let head = withUnsafeBytes(of: key.uuid) { $0.loadUnaligned(as: UInt64.self) }
    return Int16(UInt64(bigEndian: head) % UInt64(laneCount)) + 1
  }
}
