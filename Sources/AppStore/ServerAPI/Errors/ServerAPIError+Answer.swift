import Foundation

extension ServerAPIError {
  /// Letters of Apple's sentence that are kept.
  private static let messageMax = 500

  private struct Body: Decodable {
    let errorCode: Int?
    let errorMessage: String?
  }

  /// What an answer other than 2xx says. One without Apple's number is told by its status.
  init(_ answer: ServerAPIAnswer, at now: Timestamp) {
    // What cannot be decoded is no word of Apple's.
    let body = try? JSONDecoder().decode(Body.self, from: answer.body)
    let code = body?.errorCode.map(APIErrorCode.init(rawValue:))
    let sentence = body?.errorMessage.map { String($0.prefix(Self.messageMax)) }
    self.init(
      .refused, status: answer.status, code: code,
      message: sentence ?? Self.sentence(answer.status),
      verdict: Verdict(
        status: answer.status, code: code, retryAt: RetryAfter(answer.retryAfter, at: now)?.moment))
  }

  private static func sentence(_ status: Int) -> String {
    switch status {
    case 300..<400: "it sends us elsewhere, where we do not go: see serverApiUrl"
    case 401: "it does not accept our token: see issuerId, keyId, privateKeyFile and the clock"
    case 403, 404: "it gives no reason: see bundleId and serverApiUrl"
    case 429: "it is asked too often"
    default: "it gives no reason"
    }
  }
}
