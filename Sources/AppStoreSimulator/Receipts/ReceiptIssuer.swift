import AppStore

/// The parts of a store that speak Apple's older language: the authority that signs app receipts,
/// and the secret that the store shares with the developer.
///
/// Printing shows nothing of the secret.
package struct ReceiptIssuer: Sendable {
  package let authority: ReceiptAuthority
  /// The app's shared secret, which proves the sender of a notification of version 1.
  let sharedSecret: String

  /// - Parameter sharedSecret: any text but an empty one, which proves nothing.
  package init(authority: ReceiptAuthority, sharedSecret: String) {
    precondition(!sharedSecret.isEmpty, "an empty secret proves nothing")
    self.authority = authority
    self.sharedSecret = sharedSecret
  }

  /// Compares a password with the shared secret.
  func accepts(password: String) -> Bool {
    guard let given = SharedSecret(password), let own = SharedSecret(sharedSecret) else {
      return false
    }
    return own.matches(given)
  }
}

extension ReceiptIssuer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "<redacted>" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
