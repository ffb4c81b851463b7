import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// The reason why a control request failed, as an RFC 9457 problem with the additional members
/// `code` and `field`.
struct ControlProblem: Error {
  let status: HTTPResponse.Status
  /// The stable, snake_case code by which programs tell problems apart.
  let code: String
  /// A sentence that names the fault and the remedy.
  let detail: String
  /// The path in the body, such as `offer.id`, or the parameter; nil if no single field is at
  /// fault.
  var field: String?
  var headers: HTTPFields = [:]

  init(_ status: HTTPResponse.Status, code: String, detail: String, field: String? = nil) {
    self.status = status
    self.code = code
    self.detail = detail
    self.field = field
  }

  /// Returns the problem of an invalid field. The remedy completes the sentence that begins with
  /// the field.
  static func invalid(_ field: String, _ remedy: String) -> ControlProblem {
    ControlProblem(
      .badRequest, code: "invalid_field", detail: "`\(field)` \(remedy).", field: field)
  }

  static func missing(_ field: String) -> ControlProblem {
    ControlProblem(
      .badRequest, code: "missing_field", detail: "`\(field)` is missing; add it.", field: field)
  }

  static func unknown(_ code: String, _ detail: String) -> ControlProblem {
    ControlProblem(.notFound, code: code, detail: detail)
  }

  static func methodNotAllowed(allow: String) -> ControlProblem {
    var problem = ControlProblem(
      .methodNotAllowed, code: "method_not_allowed", detail: "This address accepts \(allow).")
    problem.headers[.allow] = allow
    return problem
  }

  func response() throws -> Response {
    var response = try ControlAnswer.response(ControlProblemDocument(self), status: status)
    response.headers.append(contentsOf: headers)
    response.headers[.contentType] = "application/problem+json"
    return response
  }
}

private struct ControlProblemDocument: Encodable {
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

extension ControlProblem {
  /// Creates the problem that the caller receives for an error. An unexpected error is logged, and
  /// its text is withheld from the caller.
  init(_ error: any Error, logger: Logger) {
    switch error {
    case let problem as ControlProblem: self = problem
    case let rejection as StoreRejection: self.init(rejection)
    case let error as CatalogError:
      self.init(
        .badRequest, code: "invalid_catalogue", detail: error.description, field: error.field)
    default:
      logger.error("control request failed", metadata: ["error": "\(error)"])
      self.init(
        .internalServerError, code: "internal_error",
        detail: "The simulation failed; its log names the error.")
    }
  }

  init(_ rejection: StoreRejection) {
    self.init(
      rejection.isAboutSomethingUnknown ? .notFound : .conflict, code: rejection.code,
      detail: rejection.description, field: rejection.field)
  }
}

extension StoreRejection {
  fileprivate var isAboutSomethingUnknown: Bool {
    switch self {
    case .unknownCustomer, .unknownProduct, .unknownTransaction, .unknownApproval, .noSubscription:
      true
    default: false
    }
  }

  /// The field that most likely has to change; nil if the state of the store is the reason.
  fileprivate var field: String? {
    switch self {
    case .unknownProduct, .notASubscription, .alreadyOwned, .samePlan: "productId"
    case .nameTaken: "name"
    case .quantityOutOfRange: "quantity"
    case .offerNotForSale, .notEligibleForOffer: "offer"
    case .noCommitment: "billingPlanType"
    case .notShareable: "member"
    default: nil
    }
  }
}
