/// The offers of products, and the eligibility of customers for them.
enum Offers {
  /// Returns the chosen offer of a product; nil if none is chosen.
  /// - Parameter existing: the customer's own subscription in the group; nil if there is none.
  static func offer(
    _ choice: PurchaseCommand.OfferChoice?, of product: Product, for customer: Int, existing: Int?,
    in store: StoreState
  ) throws(StoreRejection) -> StoreOffer? {
    guard let choice, let plan = product.plan else { return nil }
    let found = plan.offers.first {
      switch choice {
      case .introductory: $0.kind == .introductory
      case .named(let id): $0.id == id
      }
    }
    guard let found else { throw .offerNotForSale(choice.name) }
    let status = existing.map { store.subscriptions[$0].status }
    let isNew = status == nil && !store.customers[customer].introduced.contains(plan.group)
    if let why = obstacle(to: found, isNew: isNew, status) { throw .notEligibleForOffer(why) }
    return found
  }

  /// Returns the reason why a customer is not eligible for the offer; nil if the customer is
  /// eligible.
  /// - Parameter status: the status of the customer's subscription; nil without a subscription.
  private static func obstacle(
    to offer: StoreOffer, isNew: Bool, _ status: Subscription.Status?
  ) -> String? {
    switch offer.kind {
    case .introductory:
      isNew ? nil : "introductory offers are for customers who are new to the group"
    case .promotional:
      status != nil ? nil : "promotional offers are for present and former subscribers"
    case .offerCode: nil
    case .winBack:
      status == .expired ? nil : "win-back offers are for former subscribers"
    }
  }
}

extension PurchaseCommand.OfferChoice {
  fileprivate var name: String {
    switch self {
    case .introductory: "(introductory)"
    case .named(let id): id
    }
  }
}
