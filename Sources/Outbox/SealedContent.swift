package import EventStore
import Ledger

/// Content that only the handler of a job may read, sealed under a key of its own.
package struct SealedContent: Sendable, Hashable {
  let bytes: [UInt8]
  let key: WrappedKey

  init(bytes: [UInt8], key: WrappedKey) {
    self.bytes = bytes
    self.key = key
  }

  init(sealing content: [UInt8], of id: JobID, in lane: Int16, by keyring: Keyring) throws {
    let (key, context) = (DataKey(), SealingContext(lane: lane, stream: id.key))
    bytes = try key.seal(content, for: context)
    self.key = try key.wrapped(by: keyring, for: context)
  }
}

extension Job {
  /// Returns the unsealed content of the job; nil if there is none. Throws if the keyring lacks the
  /// master key.
  package func content(by keyring: Keyring) throws(EvidenceError) -> [UInt8]? {
    guard let content else { return nil }
    let context = SealingContext(lane: lane, stream: id.key)
    return try DataKey(unwrapping: content.key, by: keyring, for: context)
      .open(content.bytes, for: context)
  }
}
