package import Foundation

/// What belongs together and is decided together.
package enum StreamID: Hashable, Sendable {
  case chain(ChainID)
  case account(AccountReference)
  case app(StoreEnvironment, BundleID)
  /// What every rule reads.
  case commons

  /// Half of a SHA-256 over the stream's name: its key in the store, stable for ever.
  package var key: UUID {
    switch self {
    case .chain(let chain):
      Self.key("chain", chain.environment.rawValue, chain.originalTransactionID.rawValue)
    case .account(let reference): reference.key
    case .app(let environment, let app): Self.key("app", environment.rawValue, app.rawValue)
    case .commons: Self.commonsKey
    }
  }

  private static let commonsKey = key("commons")

  private static func key(_ words: String...) -> UUID {
    Digest(of: Array(words.joined(separator: "\u{0}").utf8)).half
  }

  /// The stream's lane among `1...laneCount`; lane 0 for what every rule reads.
  package func lane(of laneCount: Int16) -> Int16 {
    Self.lane(of: key, among: laneCount)
  }

  /// The lane of the stream with this key.
  package static func lane(of key: UUID, among laneCount: Int16) -> Int16 {
    if key == commonsKey { return 0 }
    let head = withUnsafeBytes(of: key.uuid) { $0.loadUnaligned(as: UInt64.self) }
    return Int16(UInt64(bigEndian: head) % UInt64(laneCount)) + 1
  }
}
