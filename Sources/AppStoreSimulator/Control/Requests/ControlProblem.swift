import Foundation
import HTTPTypes
import Hummingbird

/// Why a control request was not carried out, as RFC 9457 shapes it, with our `code` and `field`.
struct ControlProblem: Error {
  let status: HTTPResponse.Status
  /// Stable, snake_case: what a program may decide by.
  let code: String
  /// Says what is wrong and what to do about it.
  let detail: String
  /// The place in the body, as `offer.id`, or the parameter; nil where no single one is at fault.
  var field: String?
  var headers: HTTPFields = [:]

  init(_ status: HTTPResponse.Status, code: String, detail: String, field: String? = nil) {
    self.status = status
    self.code = code
    self.detail = detail
    self.field = field
  }

  /// The remedy says how the sentence about the field goes on.
  static func invalid(_ field: String, _ remedy: String) -> ControlProblem {
    ControlProblem(
      .badRequest, code: "invalid_field", detail: "`\(field)` \(remedy).", field: field)
  }

  static func missing(_ field: String) -> ControlProblem {
    ControlProblem(
      .badRequest, code: "missing_field", detail: "`\(field)` is missing; give it.", field: field)
  }

  static func unknown(_ code: String, _ detail: String) -> ControlProblem {
    ControlProblem(.notFound, code: code, detail: detail)
  }

  static func methodNotAllowed(allow: String) -> ControlProblem {
    var problem = ControlProblem(
      .methodNotAllowed, code: "method_not_allowed", detail: "This address answers \(allow).")
    problem.headers[.allow] = allow
    return problem
  }

  func response() throws -> Response {
    var response = try ControlAnswer.response(ProblemDocument(self), status: status)
    response.headers.append(contentsOf: headers)
    response.headers[.contentType] = "application/problem+json"
    return response
  }
}

private struct ProblemDocument: Encodable {
  let type: String
  let title: String
  let status: Int
  let detail: String
  let code: String
  let field: String?

  init(_ problem: ControlProblem) {
    type = "urn:daicho-appstore:problem:\(problem.code)"
    title = problem.status.reasonPhrase
    status = problem.status.code
    detail = problem.detail
    code = problem.code
    field = problem.field
  }
}
