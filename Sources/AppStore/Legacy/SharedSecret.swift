import Crypto

/// The shared secret from App Store Connect, which Apple sends with its older notifications and
/// expects with receipts.
///
/// Printing shows nothing of the secret.
package struct SharedSecret: Sendable {
  /// The secret as sent to Apple.
  let text: String

  /// Returns nil for an empty text, which proves nothing.
  package init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.text = text
  }

  /// Compares two secrets in a time that does not depend on their content: the digests of both have
  /// the same length and are compared whole.
  package func matches(_ other: SharedSecret) -> Bool {
    SHA256.hash(data: Array(text.utf8)) == SHA256.hash(data: Array(other.text.utf8))
  }
}

extension SharedSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "<redacted>" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
