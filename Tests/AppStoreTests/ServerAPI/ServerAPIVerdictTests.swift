import Foundation
import Testing

@testable import AppStore

struct ServerAPIVerdictTests {
  private static let retryable: Set<APIErrorName> = [
    .accountNotFoundRetryable, .appNotFoundRetryable, .originalTransactionIDNotFoundRetryable,
    .generalInternal, .generalInternalRetryable, .rateLimitExceeded, .testNotificationNotFound,
  ]
  private static let configurable: Set<APIErrorName> = [
    .appNotFound, .invalidAppIdentifier, .serverNotificationURLNotFound,
  ]

  @Test(arguments: APIErrorName.allCases)
  func `each of Apple's numbers has one verdict`(name: APIErrorName) {
    let verdict = ServerAPIVerdict(
      status: name.rawValue / 10_000, code: APIErrorCode(name), retryAt: nil)
    if Self.retryable.contains(name) {
      #expect(verdict == .retry(notBefore: nil))
    } else if Self.configurable.contains(name) {
      #expect(verdict == .configuration)
    } else {
      #expect(verdict == .never)
    }
  }

  @Test(
    arguments: [
      (500, nil, ServerAPIVerdict.retry(notBefore: 7)), (503, nil, .retry(notBefore: 7)),
      (503, 5_039_999, .retry(notBefore: 7)), (429, nil, .retry(notBefore: 7)),
      (408, nil, .retry(notBefore: 7)), (301, nil, .configuration), (401, nil, .configuration),
      (401, 4_010_000, .configuration), (403, nil, .configuration), (404, nil, .configuration),
      (403, 4_039_999, .never), (404, 4_049_999, .never), (400, nil, .never),
      (409, 4_099_999, .never),
      (405, nil, .never),
    ] as [(Int, Int?, ServerAPIVerdict)])
  func `an unknown number, or none, is judged by the status`(
    status: Int, code: Int?, verdict: ServerAPIVerdict
  ) {
    #expect(
      ServerAPIVerdict(
        status: status, code: code.map(APIErrorCode.init(rawValue:)), retryAt: 7) == verdict)
  }

  @Test(
    arguments: [
      (nil, nil), ("", nil), ("soon", nil), ("120", nil), ("1800000000000", nil),
      ("1800000000001", 1_800_000_000_001), ("1800003600000", 1_800_003_600_000),
      ("1900000000000", 1_800_003_600_000), ("99999999999999999999", nil),
    ] as [(String?, Int64?)])
  func `Retry-After is a moment ahead, within the hour`(header: String?, moment: Int64?) {
    #expect(RetryAfter(header, at: 1_800_000_000_000)?.moment.milliseconds == moment)
  }

  @Test(
    arguments: [
      (#"{"errorCode":4040006,"errorMessage":7}"#, 4_040_006),
      (#"{"errorCode":4040006,"errorMessage":{"en":"Later."}}"#, 4_040_006),
      (#"{"errorCode":4040006}"#, 4_040_006),
      (#"{"errorCode":"4040006","errorMessage":"Later."}"#, 4_040_006),
      (#"{"errorCode":"soon","errorMessage":"Later."}"#, nil),
      (#"{"errorCode":null,"errorMessage":"Later."}"#, nil), (#"["4040006"]"#, nil),
    ] as [(String, Int?)])
  func `the number is read apart from the text`(body: String, code: Int?) {
    let error = ServerAPIError(
      ServerAPIAnswer(status: 404, retryAfter: nil, body: Data(body.utf8)), at: 0)
    #expect(error.code?.rawValue == code)
    #expect(error.verdict == (code == nil ? .configuration : .retry(notBefore: nil)))
    #expect(!error.message.isEmpty)
    if body.contains(#""Later.""#), !body.contains("en") { #expect(error.message == "Later.") }
  }

  @Test func `a sentence of Apple's is kept, but not without end`() {
    let long = String(repeating: "x", count: 10_000)
    let answer = ServerAPIAnswer(
      status: 400, retryAfter: nil,
      body: Data(#"{"errorCode":4000000,"errorMessage":"\#(long)"}"#.utf8))
    #expect(ServerAPIError(answer, at: 0).message.count == 500)
  }
}
