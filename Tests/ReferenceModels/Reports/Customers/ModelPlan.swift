import Ledger

/// The plan of a customer's renewal after the last period, or of the customer's return.
struct ModelPlan {
  let product: ProductID
  let length: ModelPlanLength?
  let price: Int64?
  let currency: String?
  /// True unless the customer has switched renewals off.
  let willRenew: Bool
  /// The months of a commitment that are still to be paid after the last period.
  let owed: Int64

  /// True if a forecast is possible.
  var isKnown: Bool { length != nil && price != nil }

  /// Reads the plan from the newest renewal information about the last period, and from the catalog in force.
  /// The last price without an offer holds if Apple announced none.
  init(after last: ModelPeriod, of course: ModelCourse, _ events: [RecordedEvent], at moment: Int64)
  {
    let purchase = last.bought.purchase
    let told = course.renewals.filter { fact in
      fact.chain == last.bought.chain
        && max(
          fact.assertion.assertedAt.milliseconds, fact.plan.renewalDate?.milliseconds ?? .min)
          > last.purchaseDate
    }.max { $0.assertion < $1.assertion }?.plan
    let renewing = told?.autoRenewProductID ?? purchase.productID
    let bought = course.periods.filter {
      $0.bought.purchase.productID == renewing && $0.bought.isCharged
    }
    product = renewing
    willRenew = told?.willRenew != false
    let commitment = purchase.commitment
    owed = commitment.map { max(0, Int64($0.periods) - Int64($0.period)) } ?? 0
    if last.bought.isBilledMonthly || told?.renewalBillingPlanType == "MONTHLY" {
      length = .months(1)
    } else {
      length =
        ModelPlanLength(
          Self.listed(renewing, in: last.bought.chain.bundleID, events, at: moment))
        ?? bought.last.flatMap { period in
          period.bought.expiresDateAsSold.flatMap { end in
            course.chain(of: period).map {
              ModelPlanLength(
                sold: end.milliseconds - $0.soldFrom(period.bought).milliseconds)
            }
          }
        }
    }
    if let announced = told?.renewalPrice, let currency = told?.currency {
      (price, self.currency) = (announced, currency)
    } else {
      let paid = bought.last {
        $0.bought.purchase.offer == nil && $0.bought.purchase.price != nil
      }
      (price, currency) = (paid?.bought.purchase.price, paid?.bought.purchase.currency)
    }
  }

  /// Returns the length of a product by the catalog in force.
  private static func listed(
    _ product: ProductID, in app: BundleID, _ events: [RecordedEvent], at moment: Int64
  ) -> BillingPeriod? {
    var inForce: CatalogPublished?
    for event in events {
      guard case .shared(.catalogPublished(let published)) = event.event,
        published.bundleID == app, published.validFrom.milliseconds <= moment
      else { continue }
      if let known = inForce, published.validFrom < known.validFrom { continue }
      inForce = published
    }
    return inForce?.catalog.products.first { $0.productID == product }?.period
  }
}
