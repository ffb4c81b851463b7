import Hummingbird
import Logging

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
