import Foundation
import HTTPTypes
package import Hummingbird

/// An error answer, as RFC 9457 defines it, with our `code` and `retryable`.
package struct Problem: Error, Sendable {
  package let status: HTTPResponse.Status
  /// A stable code in snake case, on which programs may rely.
  package let code: String
  /// A sentence that names the field and the remedy, without secrets.
  package let detail: String?
  package let isRetryable: Bool
  package var headers: HTTPFields

  package init(
    _ status: HTTPResponse.Status, code: String, detail: String?, isRetryable: Bool = false,
    headers: HTTPFields = [:]
  ) {
    self.status = status
    self.code = code
    self.detail = detail
    self.isRetryable = isRetryable
    self.headers = headers
  }

  /// The type of the problem, stable for a code. It is not an address.
  var type: String { "urn:daicho:problem:\(code)" }
}

extension Problem: HTTPResponseError {
  package func response(from request: Request, context: some RequestContext) throws -> Response {
    let document = ProblemDocument(self, requestID: context.id)
    var response = try JSONAnswer.response(document, status: status)
    response.headers.append(contentsOf: headers)
    response.headers[.contentType] = "application/problem+json"
    response.headers[.cacheControl] = "no-store"
    return response
  }
}

/// The members of a problem document, named by RFC 9457; `instance` carries the request's id.
private struct ProblemDocument: Encodable {
  let type: String
  let title: String
  let status: Int
  let detail: String?
  let instance: String
  let code: String
  let retryable: Bool

  init(_ problem: Problem, requestID: String) {
    type = problem.type
    title = problem.status.reasonPhrase
    status = problem.status.code
    detail = problem.detail
    instance = "urn:daicho:request:\(requestID)"
    code = problem.code
    retryable = problem.isRetryable
  }
}
