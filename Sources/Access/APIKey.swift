import Crypto

/// An API key in the form that its holder has: `daicho_<id>_<secret><checksum>`, eight hexadecimal
/// digits, then 43 and six of base 62.
///
/// The secret carries 256 random bits. The checksum is the CRC-32 of all before it: a key that was
/// mistyped or cut off is recognized without a query. It proves nothing, and keys that were made
/// before there was one have none. The text is shown once, at creation, and never stored.
package struct APIKey: Sendable, Equatable {
  /// The name of the key in lists and logs; not a secret.
  package let id: String
  package let text: String

  private static let prefix = "daicho"
  private static let secretLength = 43
  private static let checksumLength = 6
  private static let hexadecimal = Array("0123456789abcdef")
  private static let base62 = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

  /// Generates a new key; `random` must be cryptographically secure, as the system generator is.
  package static func generate(using random: inout some RandomNumberGenerator) -> APIKey {
    let id = word(of: 8, from: hexadecimal, using: &random)
    let secret = word(of: secretLength, from: base62, using: &random)
    let text = "\(prefix)_\(id)_\(secret)"
    return APIKey(id: id, text: text + checksum(of: text))
  }

  /// Parses the text form; nil for anything else, and for a wrong checksum.
  package init?(_ text: String) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == Self.prefix, parts[1].count == 8,
      parts[1].allSatisfy(Self.hexadecimal.contains), parts[2].allSatisfy(Self.base62.contains)
    else { return nil }
    switch parts[2].count {
    case Self.secretLength: break
    case Self.secretLength + Self.checksumLength:
      let body = text.dropLast(Self.checksumLength)
      guard text.hasSuffix(Self.checksum(of: String(body))) else { return nil }
    default: return nil
    }
    self.init(id: String(parts[1]), text: text)
  }

  private init(id: String, text: String) {
    self.id = id
    self.text = text
  }

  var digest: [UInt8] { Self.digest(of: text) }

  /// Returns the SHA-256 of a key's text, which is all that is stored of it. The text is random enough to need
  /// no salt.
  static func digest(of text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

  /// Returns the CRC-32 of a text in base 62, with leading zeros.
  private static func checksum(of text: String) -> String {
    var crc: UInt32 = .max
    for byte in text.utf8 {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
    }
    var (digits, rest): ([Character], UInt32) = ([], ~crc)
    for _ in 0..<checksumLength {
      digits.append(base62[Int(rest % 62)])
      rest /= 62
    }
    return String(digits.reversed())
  }

  private static func word(
    of length: Int, from alphabet: [Character], using random: inout some RandomNumberGenerator
  ) -> String {
    String((0..<length).map { _ in alphabet[Int.random(in: alphabet.indices, using: &random)] })
  }
}

extension APIKey: CustomStringConvertible {
  /// The prefix and the id, without the secret, so that a key that is printed by mistake gives
  /// nothing away.
  package var description: String { "\(Self.prefix)_\(id)_…" }
}
