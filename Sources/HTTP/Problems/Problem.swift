import Foundation
import HTTPTypes
package import Hummingbird
import Intake
import Ledger

/// An error answer, as RFC 9457 defines it, with our `code` and `retryable`.
package struct Problem: Error, Sendable {
  package let status: HTTPResponse.Status
  /// A stable code in snake case, on which programs may rely.
  package let code: String
  /// A sentence that names the field and the remedy, without secrets.
  package let detail: String?
  package let isRetryable: Bool
  package var headers: HTTPFields
  /// The position from which to go on; nil for a problem that names none.
  package private(set) var from: String?
  /// The fields of the request that cannot be accepted.
  let faults: [FieldFault]

  package init(
    _ status: HTTPResponse.Status, code: String, detail: String?, isRetryable: Bool = false,
    headers: HTTPFields = [:]
  ) {
    self.init(
      status, code: code, detail: detail, isRetryable: isRetryable, headers: headers, faults: [])
  }

  private init(
    _ status: HTTPResponse.Status, code: String, detail: String?, isRetryable: Bool,
    headers: HTTPFields, faults: [FieldFault]
  ) {
    self.status = status
    self.code = code
    self.detail = detail
    self.isRetryable = isRetryable
    self.headers = headers
    self.faults = faults
  }

  /// The code of a body with fields that cannot be accepted.
  static let invalidBody = "invalid_body"
  /// The code of a request that cannot be answered now.
  static let unavailableCode = "unavailable"

  /// Creates the problem of fields that cannot be accepted.
  static func invalid(_ faults: [FieldFault], code: String = invalidBody) -> Problem {
    let detail = faults.map { "`\($0.field)` \($0.reason)" }.joined(separator: "; ")
    return Problem(
      .badRequest, code: code, detail: detail + ".", isRetryable: false, headers: [:],
      faults: faults)
  }

  /// Creates the problem of a field that cannot be accepted.
  ///
  /// - Parameter reason: the end of a sentence about the field, without its full stop.
  static func invalid(
    _ field: String, _ reason: String, code: String = invalidBody
  ) -> Problem {
    invalid([FieldFault(field, reason)], code: code)
  }

  /// Creates the problem of a catalog that is not JSON.
  package static func unreadableCatalog(_ detail: String) -> Problem {
    badRequest("unreadable_body", detail)
  }

  /// Creates the problem of a catalog, with the place of each fault and its remedy.
  package static func invalidCatalog(_ faults: [(field: String, remedy: String)]) -> Problem {
    invalid(faults.map { FieldFault($0.field, $0.remedy) }, code: "invalid_catalog")
  }

  /// The type of the problem, stable for a code: the address of the code's cause and remedy.
  var type: String { Self.type(of: code) }

  static func type(of code: String) -> String { "/docs/problems#\(code)" }
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
  let from: String?
  /// Absent unless fields of the request are at fault.
  let errors: [FieldFault]?

  init(_ problem: Problem, requestID: String) {
    type = problem.type
    title = problem.status.reasonPhrase
    status = problem.status.code
    detail = problem.detail
    instance = "urn:daicho:request:\(requestID)"
    code = problem.code
    retryable = problem.isRetryable
    from = problem.from
    errors = problem.faults.isEmpty ? nil : problem.faults
  }
}

extension Problem {
  static func badRequest(_ code: String, _ detail: String) -> Problem {
    Problem(.badRequest, code: code, detail: detail)
  }

  /// Creates the problem of a request about an environment that none of these apps has.
  static func environmentNotConfigured(
    _ environment: StoreEnvironment, for apps: [ConfiguredApp]
  ) -> Problem {
    let configured = apps.map { app in
      let names = app.environments.map(\.rawValue).sorted().joined(separator: " and ")
      return "\(app.bundleID) for \(names)"
    }
    return .badRequest(
      "environment_not_configured",
      "`environment` is \(environment.rawValue), but DAICHO_APPS configures "
        + "\(configured.joined(separator: ", ")) only: name one of these environments.")
  }

  static func unavailable(_ code: String, _ detail: String) -> Problem {
    Problem(
      .serviceUnavailable, code: code, detail: detail, isRetryable: true,
      headers: [.retryAfter: "1"])
  }

  /// Creates the problem of a position from before a restore.
  ///
  /// - Parameter shared: the last position that both histories share.
  static func epochChanged(_ parameter: String, from shared: PositionToken) -> Problem {
    var problem = Problem(
      .conflict, code: "epoch_changed",
      detail: "`\(parameter)` is from before this ledger was restored: go on from `from`, the last "
        + "position that both histories share, or read again without the parameter.")
    problem.from = shared.description
    return problem
  }

  static let unauthorized = Problem(
    .unauthorized, code: "invalid_key",
    detail: "Send a key that is in force as `Authorization: Bearer daicho_…`.",
    headers: [.wwwAuthenticate: #"Bearer realm="daicho""#])

  static func keyExpired(at end: Instant) -> Problem {
    Problem(
      .unauthorized, code: "key_expired",
      detail: "The key has expired at \(end); create another one with `daicho keys create`.",
      headers: [.wwwAuthenticate: #"Bearer realm="daicho", error="invalid_token""#])
  }

  /// Returns the problem of a key that has none of the scopes that a request needs.
  static func insufficientScope(_ scopes: [String]) -> Problem {
    let names = scopes.map { "`\($0)`" }.joined(separator: " or ")
    return Problem(
      .forbidden, code: "insufficient_scope", detail: "The key lacks the scope \(names).",
      headers: [
        .wwwAuthenticate:
          #"Bearer realm="daicho", error="insufficient_scope", scope="\#(scopes.joined(separator: " "))""#
      ])
  }

  static func methodNotAllowed(allow: String) -> Problem {
    Problem(
      .methodNotAllowed, code: "method_not_allowed", detail: "This address answers \(allow).",
      headers: [.allow: allow])
  }

  static let bodyTooLarge = Problem(
    .contentTooLarge, code: "body_too_large", detail: "The body exceeds the limit.",
    headers: [.connection: "close"])

  static let bodyNotJSON = Problem(
    .unsupportedMediaType, code: "unsupported_media_type",
    detail: "Send the body as JSON, with `Content-Type: application/json`, or without that header.",
    headers: [.accept: "application/json"])

  /// Creates the problem of a key that sends too many requests.
  ///
  /// - Parameter rest: the seconds after which the key may send another one.
  static func rateLimited(to rate: Int, rest: Int) -> Problem {
    Problem(
      .tooManyRequests, code: "rate_limited",
      detail:
        "The key may send \(rate) requests a second: send this one again after `Retry-After`.",
      isRetryable: true, headers: [.retryAfter: "\(rest)"])
  }

  static let bodyTooSlow = Problem(
    .requestTimeout, code: "body_too_slow",
    detail: "The body did not arrive in time; send it again.",
    isRetryable: true, headers: [.connection: "close"])

  static let unreadableBody = Problem(
    .badRequest, code: "unreadable_body", detail: "The body broke off or is not framed as HTTP.",
    headers: [.connection: "close"])

  static let bodiesTooMany = unavailable(
    "too_many_bodies", "The bodies of other requests fill the memory; send it again.")

  static let internalError = Problem(
    .internalServerError, code: "internal_error", detail: nil, isRetryable: true)

  /// A kept report has other bytes than the log tells.
  static func keptBytesAltered(_ detail: String) -> Problem {
    Problem(
      .internalServerError, code: "kept_bytes_altered", detail: detail, isRetryable: false)
  }

  init(_ rejection: Rejection) {
    let status: HTTPResponse.Status =
      switch rejection.kind {
      case .unreadable, .notConfigured: .badRequest
      case .notGenuine: .unauthorized
      case .unavailable: .serviceUnavailable
      }
    self.init(
      status, code: rejection.code, detail: rejection.detail, isRetryable: rejection.isRetryable,
      headers: rejection.isRetryable ? [.retryAfter: "1"] : [:])
  }

  /// Creates the problem of an error that the framework threw.
  init(_ error: any HTTPResponseError) {
    switch error.status {
    case .notFound:
      self.init(.notFound, code: "not_found", detail: "There is nothing at this address.")
    case .contentTooLarge: self = .bodyTooLarge
    default:
      self.init(
        error.status, code: "http_error", detail: nil, isRetryable: error.status.code >= 500)
    }
  }
}
