import Foundation

extension ServerAPIError {
  /// The number of characters kept of Apple's message.
  private static let messageMax = 500

  private struct Body: Decodable {
    let errorCode: Int?
    let errorMessage: String?
  }

  /// Creates the error for an answer other than 2xx. The status explains an answer without Apple's
  /// number.
  init(_ answer: ServerAPIAnswer, at now: Timestamp) {
    // A body that does not decode is not in Apple's error format.
    let body = try? JSONDecoder().decode(Body.self, from: answer.body)
    let code = body?.errorCode.map(APIErrorCode.init(rawValue:))
    let sentence = body?.errorMessage.map { String($0.prefix(Self.messageMax)) }
    self.init(
      .rejected, status: answer.status, code: code,
      message: sentence ?? Self.sentence(answer.status),
      verdict: Verdict(
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
