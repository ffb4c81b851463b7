import Crypto

/// An API key in the form that its holder has: `daicho_<id>_<secret>`, eight hexadecimal digits and
/// 43 of base 62.
///
/// The secret carries 256 random bits. The text is shown once, at creation, and never stored.
package struct APIKey: Sendable, Equatable {
  /// The name of the key in lists and logs; not a secret.
  package let id: String
  package let text: String

  private static let prefix = "daicho"
  private static let secretLength = 43
  private static let hexadecimal = Array("0123456789abcdef")
  private static let base62 = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

  /// Generates a new key; `random` must be cryptographically secure, as the system generator is.
  package static func generate(using random: inout some RandomNumberGenerator) -> APIKey {
    let id = word(of: 8, from: hexadecimal, using: &random)
    let secret = word(of: secretLength, from: base62, using: &random)
    return APIKey(id: id, text: "\(prefix)_\(id)_\(secret)")
  }

  /// Parses the text form; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == Self.prefix, parts[1].count == 8,
      parts[1].allSatisfy(Self.hexadecimal.contains), parts[2].count == Self.secretLength,
      parts[2].allSatisfy(Self.base62.contains)
    else { return nil }
    self.init(id: String(parts[1]), text: text)
  }

  private init(id: String, text: String) {
    self.id = id
    self.text = text
  }

  /// The SHA-256 of the text, which is all that is stored. The text is random enough to need no
  /// salt.
  var digest: [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

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
