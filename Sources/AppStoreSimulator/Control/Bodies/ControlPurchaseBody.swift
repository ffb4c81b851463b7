/// The outcome of a purchase, as JSON.
struct ControlPurchaseBody: Encodable, Sendable {
  enum State: String, Encodable {
    case completed
    /// The change takes effect with the next period.
    case planned
    /// A guardian has to approve the purchase.
    case waiting
    case declined
  }

  let state: State
  private(set) var transactionId: String?
  private(set) var originalTransactionId: String?
  /// The signed transaction that the game would post to its ledger.
  var signedTransaction: String?
  private(set) var subscription: ControlSubscriptionBody?
  /// The id of the pending approval, to approve or decline.
  private(set) var approval: String?

  init(state: State) {
    self.state = state
  }

  init(completed transaction: StoreTransaction) {
    self.init(state: .completed)
    transactionId = transaction.id
    originalTransactionId = transaction.content.originalTransactionId
  }

  init(planned subscription: ControlSubscriptionBody) {
    self.init(state: .planned)
    originalTransactionId = subscription.originalTransactionId
    self.subscription = subscription
  }

  init(waiting approval: String) {
    self.init(state: .waiting)
    self.approval = approval
  }
}

/// A purchase request.
struct PurchaseCommandBody: Decodable {
  struct Offer: Decodable {
    let kind: String?
    let id: String?
  }

  let productId: String
  let quantity: WholeNumber<Int>?
  let offer: Offer?
  let billingPlanType: String?
  let appAccountToken: String?

  func command() throws(ControlProblem) -> PurchaseCommand {
    var command = PurchaseCommand(productId)
    command.quantity = quantity?.value ?? 1
    command.offer = try offer?.command()
    command.appAccountToken = try Field.uuid(appAccountToken, "appAccountToken")
    if let billingPlanType {
      command.billing = try Field.word(
        billingPlanType, of: [BillingPlan.upFront, .monthly], "billingPlanType")
    }
    return command
  }
}

extension PurchaseCommandBody.Offer {
  fileprivate func command() throws(ControlProblem) -> PurchaseCommand.OfferChoice {
    switch (kind, id) {
    case (nil, let id?): return .named(id)
    case ("introductory", nil): return .introductory
    case (nil, nil): throw .missing("offer.id")
    default:
      throw .invalid(
        "offer.kind", "must be introductory without an `id`; name other offers by `id` alone")
    }
  }
}
