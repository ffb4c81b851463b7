package import Foundation

/// The identifier of a grant: one coin of one transaction. It never changes, so that a game
/// recognizes a grant even after a restore of the ledger.
///
/// The key is half a digest of environment, app, transaction and coin. The text form has 32 hexadecimal
/// digits.
package struct GrantID: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let key: UUID

  package init(key: UUID) {
    self.key = key
  }

  /// - Parameter chain: a chain of the app and environment of the transaction. Its own number is no part
  ///   of the identifier: a transaction that is told under two chains is granted once.
  package init(_ chain: ChainID, _ transactionID: TransactionID, _ coin: Coin) {
    let words = [
      "grant", chain.environment.rawValue, chain.bundleID.rawValue, transactionID.rawValue,
      coin.rawValue,
    ]
    key = Digest(of: Array(words.joined(separator: "\u{0}").utf8)).half
  }

  /// Parses 32 hexadecimal digits, as `description` writes them; nil for anything else.
  package init?(_ text: String) {
    guard let key = UUID(hexadecimal: text) else { return nil }
    self.key = key
  }

  package var description: String { key.hexadecimal }

  package static func < (left: GrantID, right: GrantID) -> Bool {
    left.description < right.description
  }
}

extension GrantID: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = GrantID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a grant's id is written as 32 hexadecimal digits")
    }
    self = id
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
