extension ControlAPI {
  /// What came of a purchase.
  struct PurchaseBody: Encodable, Sendable {
    enum State: String, Encodable {
      case completed
      /// It takes effect with the next period.
      case planned
      /// A guardian has to approve of it.
      case waiting
      case declined
    }

    let state: State
    private(set) var transactionId: String?
    private(set) var originalTransactionId: String?
    /// What the game would post to its ledger.
    var signedTransaction: String?
    private(set) var subscription: SubscriptionBody?
    /// Its id, to approve or decline.
    private(set) var approval: String?

    init(state: State) {
      self.state = state
    }

    init(completed transaction: StoreTransaction) {
      self.init(state: .completed)
      transactionId = transaction.id
      originalTransactionId = transaction.content.originalTransactionId
    }

    init(planned subscription: SubscriptionBody) {
      self.init(state: .planned)
      originalTransactionId = subscription.originalTransactionId
      self.subscription = subscription
    }

    init(waiting approval: String) {
      self.init(state: .waiting)
      self.approval = approval
    }
  }

  /// A purchase as it is asked for.
  struct PurchaseWishBody: Decodable {
    struct Offer: Decodable {
      let kind: String?
      let id: String?
    }

    let productId: String
    let quantity: WholeNumber<Int>?
    let offer: Offer?
    let billingPlanType: String?
    let appAccountToken: String?

    func wish() throws(ControlProblem) -> PurchaseWish {
      var wish = PurchaseWish(productId)
      wish.quantity = quantity?.value ?? 1
      wish.offer = try offer?.wish()
      wish.appAccountToken = try Field.uuid(appAccountToken, "appAccountToken")
      if let billingPlanType {
        wish.billing = try Field.word(
          billingPlanType, of: [BillingPlan.upFront, .monthly], "billingPlanType")
      }
      return wish
    }
  }
}

extension ControlAPI.PurchaseWishBody.Offer {
  fileprivate func wish() throws(ControlProblem) -> PurchaseWish.OfferWish {
    switch (kind, id) {
    case (nil, let id?): return .named(id)
    case ("introductory", nil): return .introductory
    case (nil, nil): throw .missing("offer.id")
    default:
      throw .invalid(
        "offer.kind", "must be introductory and stand alone; name every other offer by its `id`")
    }
  }
}
