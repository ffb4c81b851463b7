import Ledger

/// The plan of a customer's renewal after a period, or of the customer's return: what Apple told last by the cut.
struct ModelPlan {
  let product: ProductID
  let length: ModelPlanLength?
  let price: Int64?
  let currency: String?
  /// True unless the customer has switched renewals off.
  let willRenew: Bool
  /// The end of the commitment; nil if no month of one is to be paid after the period.
  let committedUntil: Int64?

  /// True if a forecast is possible.
  var isKnown: Bool { length != nil && price != nil }

  /// - Parameters:
  ///   - last: the period after which the plan goes on.
  ///   - paid: the paid periods that had begun, by their dates.
  init(
    after last: ModelPeriod, of course: ModelCourse, _ paid: [ModelPeriod],
    _ events: [RecordedEvent], at moment: Int64
  ) {
    let purchase = last.bought.purchase
    let facts = course.renewals.filter { $0.chain == last.bought.chain }
      .sorted { $0.assertion < $1.assertion }
    let told = facts.last?.plan
    let renewing = told?.autoRenewProductID ?? purchase.productID
    product = renewing
    willRenew = told?.willRenew != false
    committedUntil = Self.commitmentEnd(after: last)
    let billing = told?.renewalBillingPlanType ?? told?.commitment?.billingPlanType
    let isMonthly =
      committedUntil != nil
      || billing.map { $0 == "MONTHLY" }
        ?? (last.bought.isBilledMonthly && renewing == purchase.productID)
    let regular = paid.last {
      $0.bought.purchase.productID == renewing && $0.bought.purchase.offer == nil
        && $0.bought.isBilledMonthly == isMonthly
    }
    if isMonthly {
      length = .months(1)
    } else {
      let renewsAlike = last.bought.isCharged && renewing == purchase.productID
      length =
        ModelPlanLength(
          Self.listed(renewing, in: last.bought.chain.bundleID, events, at: moment))
        ?? (regular ?? (renewsAlike ? last : nil)).flatMap(course.lengthSold)
    }
    let isOffer = facts.last { $0.nextOffer != .silent }?.nextOffer.value != nil
    if !isOffer, let announced = told?.renewalPrice, let currency = told?.currency {
      (price, self.currency) = (announced, currency)
    } else if let price = regular?.bought.purchase.price {
      currency = regular?.bought.purchase.currency
      self.price = currency == nil ? nil : price
    } else {
      (price, currency) = (nil, nil)
    }
  }

  /// Returns the end of the commitment as Apple told it, or else as many months after the period as are to be
  /// paid.
  private static func commitmentEnd(after last: ModelPeriod) -> Int64? {
    guard let commitment = last.bought.purchase.commitment,
      commitment.period < commitment.periods, let end = last.bought.expiresDateAsSold
    else { return nil }
    return commitment.expiresDate?.milliseconds
      ?? ModelPlanLength.months(Int64(commitment.periods - commitment.period))
      .end(after: end.milliseconds, count: 1)
  }

  /// Returns the length of a product by the last of the catalogs valid by then that list it, or else by the first
  /// one after.
  private static func listed(
    _ product: ProductID, in app: BundleID, _ events: [RecordedEvent], at moment: Int64
  ) -> BillingPeriod? {
    var listing: [(from: Int64, product: CatalogProduct)] = []
    for event in events {
      guard case .shared(.catalogPublished(let published)) = event.event,
        published.bundleID == app,
        let sold = published.catalog.products.first(where: { $0.productID == product })
      else { continue }
      listing.append((published.validFrom.milliseconds, sold))
    }
    let begun = listing.filter { $0.from <= moment }
    guard let latest = begun.map(\.from).max() else {
      let first = listing.map(\.from).min()
      return listing.first { $0.from == first }?.product.period
    }
    return begun.last { $0.from == latest }?.product.period
  }
}

extension ModelCourse {
  fileprivate func lengthSold(_ period: ModelPeriod) -> ModelPlanLength? {
    guard let end = period.bought.expiresDateAsSold, let chain = chain(of: period) else {
      return nil
    }
    return ModelPlanLength(
      sold: end.milliseconds - chain.soldFrom(period.bought).milliseconds)
  }
}
