import Crypto
import Foundation

/// The key that seals all data of one stream. After its wrapped form is destroyed, the sealed data
/// cannot be opened, while digests over the sealed bytes stay valid.
package struct DataKey: Redacted {
  private static let byteCount = 32
  private static let format: UInt8 = 1
  private static let nonceCount = 12
  static let fingerprintCount = 8

  private let secret: SymmetricKey
  private let encryption: SymmetricKey
  private let nonces: SymmetricKey

  /// A fingerprint that distinguishes this key from a later one and reveals nothing else.
  let fingerprint: [UInt8]

  /// Creates a random key.
  package init() {
    self.init(secret: SymmetricKey(size: .bits256))
  }

  /// Unwraps a key. Throws `unknownMasterKey` if the keyring lacks its master key.
  package init(
    unwrapping wrapped: WrappedKey, by keyring: Keyring, for context: SealingContext
  ) throws(EvidenceError) {
    let master = try keyring.key(wrapped.masterKeyID)
    let secret = try master.unwrap(wrapped, for: context)
    guard secret.bitCount == Self.byteCount * 8 else { throw .damaged }
    self.init(secret: secret)
  }

  private init(secret: SymmetricKey) {
    self.secret = secret
    encryption = Self.derive("daicho data encryption 1", from: secret)
    nonces = Self.derive("daicho data nonce 1", from: secret)
    fingerprint = Self.derive("daicho data fingerprint 1", from: secret)
      .withUnsafeBytes { Array($0.prefix(Self.fingerprintCount)) }
  }

  private static func derive(_ label: String, from secret: SymmetricKey) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: secret, info: Data(label.utf8), outputByteCount: byteCount)
  }

  package var description: String { "DataKey" }

  package func wrapped(
    by keyring: Keyring, for context: SealingContext
  ) throws(EvidenceError) -> WrappedKey {
    try keyring.sealing.wrap(secret, for: context)
  }

  /// Seals data with AES-256-GCM: `format, nonce of 12, ciphertext, tag of 16`. Equal data in one
  /// place is sealed to equal bytes, so a digest over them is deterministic.
  ///
  /// GCM breaks if one nonce serves two different messages under one key. Here the nonce is the
  /// beginning of an HMAC over place (of fixed length) and data, under a key with no other use. The
  /// same nonce comes with the same message, which reveals only that the message is the same. A
  /// nonce could otherwise repeat only by a collision of 96 bits. For the few thousand values of a
  /// stream the chance of a collision is below 2⁻⁷⁰.
  package func seal(
    _ body: [UInt8], for context: SealingContext
  ) throws(EvidenceError) -> [UInt8] {
    do {
      let box = try AES.GCM.seal(
        body, using: encryption, nonce: AES.GCM.Nonce(data: nonce(of: body, for: context)),
        authenticating: [Self.format] + context.bytes)
      return [Self.format] + box.nonce + box.ciphertext + box.tag
    } catch {
      throw .notAuthentic
    }
  }

  /// Opens sealed data. Throws `notAuthentic` for another key, another place or a changed bit.
  package func open(
    _ sealed: [UInt8], for context: SealingContext
  ) throws(EvidenceError) -> [UInt8] {
    guard let format = sealed.first else { throw .damaged }
    guard format == Self.format else { throw .unknownEncoding(format) }
    do {
      let box = try AES.GCM.SealedBox(combined: sealed.dropFirst())
      return Array(
        try AES.GCM.open(box, using: encryption, authenticating: [format] + context.bytes))
    } catch {
      throw .notAuthentic
    }
  }

  private func nonce(of body: [UInt8], for context: SealingContext) -> ArraySlice<UInt8> {
    var code = HMAC<SHA256>(key: nonces)
    code.update(data: context.bytes)
    code.update(data: body)
    return Array(code.finalize()).prefix(Self.nonceCount)
  }
}
