/// A reason for not ingesting a document. Nothing of the document was stored.
package struct Rejection: Error, Hashable, Sendable {
  /// The kinds of rejection, by the sender's remedy.
  package enum Kind: Sendable {
    /// The document cannot be read. A retry of the same bytes cannot help.
    case unreadable
    /// The document was not signed by its claimed signer.
    case notGenuine
    /// The document is genuine but meant for an app or environment that is not configured here.
    case notConfigured
    /// The document is valid but cannot be stored now. The sender should send it again.
    case unavailable
  }

  package let kind: Kind
  /// A stable code in snake_case.
  package let code: String
  /// The field and the remedy, without any of the received content.
  package let detail: String

  package init(_ kind: Kind, code: String, detail: String) {
    self.kind = kind
    self.code = code
    self.detail = detail
  }

  package var isRetryable: Bool { kind == .unavailable }
}
