package import Foundation

/// What belongs together and is decided together.
package enum StreamID: Hashable, Sendable {
  case chain(ChainID)
  case account(StoreEnvironment, BundleID, AccountID)
  case app(StoreEnvironment, BundleID)

  /// Half of a SHA-256 over the stream's name: its key in the store, stable for ever.
  package var key: UUID {
    let words =
      switch self {
      case .chain(let chain):
        ["chain", chain.environment.rawValue, chain.originalTransactionID.rawValue]
      case .account(let environment, let app, let account):
        ["account", environment.rawValue, app.rawValue, account.rawValue]
      case .app(let environment, let app): ["app", environment.rawValue, app.rawValue]
      }
    return Digest(of: Array(words.joined(separator: "\u{0}").utf8)).half
  }

  /// The stream's lane among `1...laneCount`; lane 0 holds what every rule reads.
  package func lane(of laneCount: Int16) -> Int16 {
    let head = withUnsafeBytes(of: key.uuid) { $0.loadUnaligned(as: UInt64.self) }
    return Int16(UInt64(bigEndian: head) % UInt64(laneCount)) + 1
  }
}
