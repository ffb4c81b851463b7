/// Who may have which offer.
extension World {
  func offer(
    _ wish: PurchaseWish.OfferWish?, of product: Product, for customer: Int, existing: Int?
  ) throws(StoreRefusal) -> Offer? {
    guard let wish, let plan = product.plan else { return nil }
    let found = plan.offers.first {
      switch wish {
      case .introductory: $0.kind == .introductory
      case .named(let id): $0.id == id
      }
    }
    guard let found else { throw .offerNotForSale(wish.name) }
    if let why = obstacle(to: found, in: plan.group, for: customer, existing: existing) {
      throw .notEligibleForOffer(why)
    }
    return found
  }

  /// Why the customer may not have it; nil if nothing is in the way.
  private func obstacle(
    to offer: Offer, in group: String, for customer: Int, existing: Int?
  ) -> String? {
    switch offer.kind {
    case .introductory:
      let isNew = existing == nil && !customers[customer].introduced.contains(group)
      return isNew ? nil : "introductory offers are for whoever is new to the group"
    case .promotional:
      return existing != nil ? nil : "promotional offers are for present and former subscribers"
    case .offerCode: return nil
    case .winBack:
      let isFormer = existing.map { subscriptions[$0].standing == .expired } ?? false
      return isFormer ? nil : "win-back offers are for former subscribers"
    }
  }
}

extension PurchaseWish.OfferWish {
  fileprivate var name: String {
    switch self {
    case .introductory: "(introductory)"
    case .named(let id): id
    }
  }
}
