/// A failed Server API request: its cause, and the verdict on repeating the request.
///
/// Apple's number and text are kept. No message contains tokens, keys or requested ids.
package struct ServerAPIError: Error, Sendable, Hashable {
  package enum Cause: Sendable, Hashable {
    /// Apple answered and rejected the request.
    case rejected
    /// The answer does not have the form that Apple documents.
    case unreadable
    /// No host could be reached.
    case unreachable
    /// No answer arrived in time, or the connection broke before the answer.
    case unanswered
    /// Nothing was sent: the request pace or a circuit breaker held the request back.
    case heldBack
    /// Nothing was sent: an id is empty or cannot be part of a URL.
    case malformed
    /// Nothing was sent: the token could not be signed.
    case unsigned
    /// The requesting task was canceled.
    case canceled
  }

  /// The consequence for a failed request.
  package enum Verdict: Sendable, Hashable {
    /// The same request may succeed later, but not before the moment if there is one.
    case retry(notBefore: Timestamp?)
    /// The same request will never succeed.
    case never
    /// No request will succeed until a person corrects the settings here or in App Store Connect.
    case configuration
  }

  package let cause: Cause
  /// The HTTP status; nil if no answer arrived.
  package let status: Int?
  package let code: APIErrorCode?
  /// Apple's message, or our own message if Apple sent none.
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

  /// True if Apple knows no such transaction in the requested environment.
  package var isNotFound: Bool {
    self.is(.transactionIDNotFound) || self.is(.originalTransactionIDNotFound)
  }

  /// True if the request should be repeated in the other environment. Other missing resources do
  /// not justify that.
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
