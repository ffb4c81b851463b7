package import Ledger

/// The verdict about a text that a caller sends as a key.
package enum KeyVerdict: Sendable {
  /// The key is genuine and in force.
  case accepted(KeyRecord)
  /// The key is genuine, but its time is over since this moment.
  case expired(Instant)
  /// The text is no key, the key is unknown, or it is revoked.
  case refused

  /// The record of an accepted key; nil for any other text.
  package var key: KeyRecord? {
    if case .accepted(let record) = self { record } else { nil }
  }
}
