import Foundation

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

  package let cause: Cause
  /// The HTTP status; nil if no answer arrived.
  package let status: Int?
  package let code: APIErrorCode?
  /// Apple's message, or our own message if Apple sent none.
  package let message: String
  package let verdict: ServerAPIVerdict

  init(
    _ cause: Cause, status: Int? = nil, code: APIErrorCode? = nil, message: String,
    verdict: ServerAPIVerdict
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

/// An answer other than 2xx.
extension ServerAPIError {
  /// The number of characters kept of Apple's message.
  private static let messageMax = 500

  /// Apple's error object. Each field is read by itself, so that the form of one hides no other.
  private struct Body: Decodable {
    let errorCode: Int?
    let errorMessage: String?

    private enum Field: CodingKey {
      case errorCode, errorMessage
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Field.self)
      // A field of another form is as good as none.
      let digits = try? fields.decode(String.self, forKey: .errorCode)
      errorCode = (try? fields.decode(Int.self, forKey: .errorCode)) ?? digits.flatMap { Int($0) }
      errorMessage = try? fields.decode(String.self, forKey: .errorMessage)
    }
  }

  /// Creates the error for an answer other than 2xx. The status explains an answer without Apple's
  /// number.
  init(_ answer: ServerAPIAnswer, at now: Timestamp) {
    // A body that is no object has no field.
    let body = try? JSONDecoder().decode(Body.self, from: answer.body)
    let code = body?.errorCode.map(APIErrorCode.init(rawValue:))
    let sentence = body?.errorMessage.map { String($0.prefix(Self.messageMax)) }
    self.init(
      .rejected, status: answer.status, code: code,
      message: sentence ?? Self.sentence(answer.status),
      verdict: ServerAPIVerdict(
        status: answer.status, code: code, retryAt: RetryAfter(answer.retryAfter, at: now)?.moment))
  }

  private static func sentence(_ status: Int) -> String {
    switch status {
    case 300..<400: "it redirects the request, which is not followed: see serverApiUrl"
    case 401: "it does not accept our token: see issuerId, keyId, privateKeyFile and the clock"
    case 403, 404: "it gives no reason: see bundleId and serverApiUrl"
    case 429: "there were too many requests"
    default: "it gives no reason"
    }
  }
}

/// Failures without an answer to rely on.
extension ServerAPIError {
  static func unreachable(_ host: String) -> ServerAPIError {
    ServerAPIError(
      .unreachable, message: "\(host) cannot be reached", verdict: .retry(notBefore: nil))
  }

  static func unanswered(_ host: String) -> ServerAPIError {
    ServerAPIError(
      .unanswered, message: "\(host) gave no answer", verdict: .retry(notBefore: nil))
  }

  static func unreadable(status: Int) -> ServerAPIError {
    ServerAPIError(
      .unreadable, status: status, message: "the answer is not what Apple documents",
      verdict: .retry(notBefore: nil))
  }

  static func held(by pace: String, until moment: Timestamp) -> ServerAPIError {
    ServerAPIError(
      .heldBack, message: "held back: \(pace)", verdict: .retry(notBefore: moment))
  }

  static func malformed(_ field: String) -> ServerAPIError {
    ServerAPIError(
      .malformed, message: "\(field) is empty or cannot be part of a URL", verdict: .never)
  }

  static let unsigned = ServerAPIError(
    .unsigned, message: "the private key cannot sign: name another in privateKeyFile",
    verdict: .configuration)

  static let canceled = ServerAPIError(
    .canceled, message: "cancelled", verdict: .retry(notBefore: nil))
}
