package import Foundation

/// The identifier of an entry, by which a spend is reversed. It never changes, also when a merge or an alias
/// brings the entry to another wallet.
///
/// The key is half the digest of the movement. The text form has 32 hexadecimal digits.
package struct WalletEntryID: Hashable, Sendable, Codable, CustomStringConvertible {
  package let key: UUID

  package init(key: UUID) {
    self.key = key
  }

  init(_ moved: CoinsMoved) {
    key = moved.digest.half
  }

  /// Parses 32 hexadecimal digits, as `description` writes them; nil for anything else.
  package init?(_ text: String) {
    guard let key = UUID(hexadecimal: text) else { return nil }
    self.key = key
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = WalletEntryID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "an entry's id is written as 32 hexadecimal digits")
    }
    self = id
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  package var description: String { key.hexadecimal }
}
