import AppStore
import HTTPTypes
import Hummingbird

extension Response {
  /// Creates an answer in JSON, without the fields that are nil.
  init(json: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) throws {
    var headers = headers
    headers[.contentType] = "application/json"
    let body = ByteBuffer(bytes: try PayloadSigner.json(json))
    self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }

  /// Returns an answer 429.
  /// - Parameter end: the `Retry-After` moment in milliseconds since 1970.
  static func tooManyRequests(until end: Int64) throws -> Response {
    try APIError.rateLimitExceeded.response(headers: [.retryAfter: String(end)])
  }
}

extension APIError {
  private struct Body: Encodable {
    let errorCode: Int
    let errorMessage: String
  }

  func response(headers: HTTPFields = [:]) throws -> Response {
    try Response(
      json: Body(errorCode: rawValue, errorMessage: message),
      status: HTTPResponse.Status(code: status), headers: headers)
  }
}

extension SimulatedApp {
  /// The app's Apple ID; nil in the sandbox, which does not report it.
  var toldAppAppleID: Int64? { environment == .production ? appAppleID : nil }
}
