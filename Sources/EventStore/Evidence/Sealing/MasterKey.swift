import Crypto
import Foundation

/// A key that only wraps data keys. The database never contains it.
struct MasterKey: Redacted {
  static let byteCount = 32
  private static let format: UInt8 = 1
  private static let checkedText = "daicho master key 1"

  let id: String
  private let key: SymmetricKey

  /// Returns nil unless there are 32 bytes.
  init?(id: String, bytes: Data) {
    guard bytes.count == Self.byteCount else { return nil }
    self.id = id
    key = SymmetricKey(data: bytes)
  }

  var description: String { "MasterKey(\(id))" }

  func hasSameKey(as other: MasterKey) -> Bool {
    key == other.key
  }

  /// The value that tells a ledger the key's content again. It reveals nothing of the key.
  var checkValue: [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Data(Self.checkedText.utf8), using: key))
  }

  /// Wraps a data key: `format, nonce of 12, ciphertext, tag of 16`. The nonce is random. Equal
  /// nonces are not expected before 2³² keys are wrapped with one master key.
  func wrap(
    _ secret: SymmetricKey, for context: SealingContext
  ) throws(EvidenceError) -> WrappedKey {
    do {
      let box = try AES.GCM.seal(
        secret.withUnsafeBytes { Data($0) }, using: key,
        authenticating: [Self.format] + context.bytes)
      return WrappedKey(
        masterKeyID: id, bytes: [Self.format] + box.nonce + box.ciphertext + box.tag)
    } catch {
      throw .notAuthentic
    }
  }

  func unwrap(
    _ wrapped: WrappedKey, for context: SealingContext
  ) throws(EvidenceError) -> SymmetricKey {
    guard let format = wrapped.bytes.first else { throw .damaged }
    guard format == Self.format else { throw .unknownEncoding(format) }
    do {
      let box = try AES.GCM.SealedBox(combined: wrapped.bytes.dropFirst())
      let secret = try AES.GCM.open(box, using: key, authenticating: [format] + context.bytes)
      return SymmetricKey(data: secret)
    } catch {
      throw .notAuthentic
    }
  }
}

/// A value that must not appear in a log, a dump or an error.
protocol Redacted: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{}

extension Redacted {
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
