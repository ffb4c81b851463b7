/// Why the Server API did not give what it was asked for, and whether asking again helps.
///
/// Apple's number and text are kept; tokens, keys and ids asked about are in none of its words.
package struct ServerAPIError: Error, Sendable, Hashable {
  package enum Cause: Sendable, Hashable {
    /// Apple answered that it will not.
    case refused
    /// An answer came that is not what Apple documents.
    case unreadable
    /// No host could be reached.
    case unreachable
    /// No answer in time, or the connection broke before there was one.
    case unanswered
    /// Nothing was sent: the pace or a circuit breaker holds requests back.
    case heldBack
    /// Nothing was sent: an id is empty or cannot stand in an address.
    case malformed
    /// Nothing was sent: the token could not be signed.
    case unsigned
    /// The task that asked was cancelled.
    case cancelled
  }

  /// What becomes of a request that failed.
  package enum Verdict: Sendable, Hashable {
    /// The same request may succeed later, not before the moment where there is one.
    case retry(notBefore: Timestamp?)
    /// The same request will never succeed.
    case never
    /// Nothing will succeed until a person mends the settings here or in App Store Connect.
    case configuration
  }

  package let cause: Cause
  /// The HTTP status; nil where nothing came back.
  package let status: Int?
  package let code: APIErrorCode?
  /// Apple's own sentence, or ours where Apple said none.
  package let message: String
  package let verdict: Verdict

  init(
    _ cause: Cause, status: Int? = nil, code: APIErrorCode? = nil, message: String,
    verdict: Verdict
  ) {
    self.cause = cause
    self.status = status
    self.code = code
    self.message = message
    self.verdict = verdict
  }

  package func `is`(_ name: APIErrorName) -> Bool { code?.name == name }

  /// Whether Apple knows no such transaction in the environment asked.
  package var isNotFound: Bool {
    self.is(.transactionIDNotFound) || self.is(.originalTransactionIDNotFound)
  }

  /// Whether the other environment is to be asked: only then, and not for whatever else is missing.
  var namesOtherEnvironment: Bool { status == 404 && self.is(.transactionIDNotFound) }
}

extension ServerAPIError: CustomStringConvertible {
  /// As `Apple answered 404 (4040010 transactionIDNotFound): Transaction id not found.`
  package var description: String {
    guard let status else { return message }
    let code = code.map { " (\($0))" } ?? ""
    return "Apple answered \(status)\(code): \(message)"
  }
}
