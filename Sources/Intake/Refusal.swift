/// Why something was not taken in. Nothing of it was stored.
package struct Refusal: Error, Hashable, Sendable {
  /// What the sender can do about it.
  package enum Kind: Sendable {
    /// It cannot be read: a retry of the same bytes cannot help.
    case unreadable
    /// It is not signed by whom it claims.
    case notGenuine
    /// It is genuine and meant for an app or environment not configured here.
    case notConfigured
    /// It is good; we cannot store it now. Send it again.
    case unavailable
  }

  package let kind: Kind
  /// Stable, snake_case.
  package let code: String
  /// Names the field and the remedy; holds nothing of what was sent.
  package let detail: String

  package init(_ kind: Kind, code: String, detail: String) {
    self.kind = kind
    self.code = code
    self.detail = detail
  }

  package var isRetryable: Bool { kind == .unavailable }
}
