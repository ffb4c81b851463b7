import HTTPTypes
import Hummingbird
import Intake
import Ledger

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

  static func staleEpoch(_ parameter: String) -> Problem {
    Problem(
      .conflict, code: "stale_epoch",
      detail: "`\(parameter)` is from before this ledger was restored; read again without it.")
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

  static func insufficientScope(_ scope: String) -> Problem {
    Problem(
      .forbidden, code: "insufficient_scope", detail: "The key lacks the scope `\(scope)`.",
      headers: [
        .wwwAuthenticate:
          #"Bearer realm="daicho", error="insufficient_scope", scope="\#(scope)""#
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
        error.status, code: "http_\(error.status.code)", detail: nil,
        isRetryable: error.status.code >= 500)
    }
  }
}
