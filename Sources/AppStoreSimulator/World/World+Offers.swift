/// The eligibility of customers for offers.
extension World {
  func offer(
    _ command: PurchaseCommand.OfferChoice?, of product: Product, for customer: Int, existing: Int?
  ) throws(StoreRejection) -> StoreOffer? {
    guard let command, let plan = product.plan else { return nil }
    let found = plan.offers.first {
      switch command {
      case .introductory: $0.kind == .introductory
      case .named(let id): $0.id == id
      }
    }
    guard let found else { throw .offerNotForSale(command.name) }
    if let why = obstacle(to: found, in: plan.group, for: customer, existing: existing) {
      throw .notEligibleForOffer(why)
    }
    return found
  }

  /// Returns the reason why the customer is not eligible for the offer; nil if the customer is
  /// eligible.
  private func obstacle(
    to offer: StoreOffer, in group: String, for customer: Int, existing: Int?
  ) -> String? {
    switch offer.kind {
    case .introductory:
      let isNew = existing == nil && !customers[customer].introduced.contains(group)
      return isNew ? nil : "introductory offers are for customers who are new to the group"
    case .promotional:
      return existing != nil ? nil : "promotional offers are for present and former subscribers"
    case .offerCode: return nil
    case .winBack:
      let isFormer = existing.map { subscriptions[$0].status == .expired } ?? false
      return isFormer ? nil : "win-back offers are for former subscribers"
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
