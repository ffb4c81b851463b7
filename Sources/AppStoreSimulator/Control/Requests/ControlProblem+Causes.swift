import Hummingbird
import Logging

extension ControlProblem {
  /// What the caller learns of any error. An unknown one is logged, and its text told to nobody
  /// else.
  init(_ error: any Error, logger: Logger) {
    switch error {
    case let problem as ControlProblem: self = problem
    case let refusal as StoreRefusal: self.init(refusal)
    case let error as CatalogueError:
      self.init(
        .badRequest, code: "invalid_catalogue", detail: error.description, field: error.field)
    default:
      logger.error("control request failed", metadata: ["error": "\(error)"])
      self.init(
        .internalServerError, code: "internal_error",
        detail: "The simulation made a mistake; its log says which.")
    }
  }

  init(_ refusal: StoreRefusal) {
    self.init(
      refusal.isAboutSomethingUnknown ? .notFound : .conflict, code: refusal.code,
      detail: refusal.description, field: refusal.field)
  }
}

extension StoreRefusal {
  fileprivate var isAboutSomethingUnknown: Bool {
    switch self {
    case .unknownCustomer, .unknownProduct, .unknownTransaction, .unknownApproval, .noSubscription:
      true
    default: false
    }
  }

  /// The field that most likely has to change; nil where it is the state of things that refuses.
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
