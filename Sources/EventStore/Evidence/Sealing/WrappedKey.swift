/// A data key as stored: encrypted under the master key with this id.
package struct WrappedKey: Sendable, Hashable {
  package let masterKeyID: String
  package let bytes: [UInt8]

  package init(masterKeyID: String, bytes: [UInt8]) {
    self.masterKeyID = masterKeyID
    self.bytes = bytes
  }

  /// Takes the columns of an outer join; nil if they are null.
  package init?(masterKeyID: String?, stored bytes: [UInt8]?) {
    guard let masterKeyID, let bytes else { return nil }
    self.init(masterKeyID: masterKeyID, bytes: bytes)
  }

  /// Returns the key wrapped by the keyring's first key, or the same value if it already is. The
  /// data key and the data sealed with it do not change.
  package func rewrapped(
    by keyring: Keyring, for context: SealingContext
  ) throws(EvidenceError) -> WrappedKey {
    guard masterKeyID != keyring.sealing.id else { return self }
    return try DataKey(unwrapping: self, by: keyring, for: context)
      .wrapped(by: keyring, for: context)
  }
}
