import Ledger

/// A customer of one subscription, of whom Apple tells everything at once.
struct RareCustomer {
  /// The App Store of a country, with its currency.
  struct Place {
    static let germany = Place(storefront: "DEU", id: "143443", currency: "EUR")
    /// A country where money has three decimals.
    static let kuwait = Place(storefront: "KWT", id: "143493", currency: "KWD")

    let storefront: String
    let id: String
    let currency: String
  }

  private struct Period {
    let id: TransactionID
    let purchase: Purchase
    let end: Instant
  }

  private static let group: SubscriptionGroupID = "gold"
  private static let saidAfter = Duration.seconds(1)
  private static let heardAfter = Duration.seconds(20)

  /// The moment of the first purchase, on one of the first 28 days of a month.
  let start: Instant
  private(set) var arrivals: [CrowdOfLives.Arrival] = []
  private let chain: ChainID
  private let place: Place
  private var periods: [Period] = []

  /// - Parameter number: the number of the customer, which no other life in the app has.
  init(
    _ number: Int, from start: Instant, of app: BundleID = CrowdOfLives.apps[0],
    in place: Place = .germany
  ) {
    self.start = start
    self.place = place
    chain = ChainID(app, .production, OriginalTransactionID("\(number)-1"))
  }

  /// Returns the same time on the same day of a later month.
  func moment(after months: Int64) -> Instant {
    let day = CivilDate(of: start)
    let number = day.year * 12 + day.month - 1 + months
    let month = CivilDate(firstOf: number % 12 + 1, in: number / 12)
    return month.start + (start - CivilDate(firstOf: day.month, in: day.year).start)
  }

  /// Pays for a period, which begins at once: the first one, or a renewal unless it is a return.
  ///
  /// - Parameter commitment: the place of the period in a commitment that is billed by the month.
  mutating func pay(
    _ price: Int64, for product: ProductID, from start: Instant, to end: Instant,
    isReturn: Bool = false, in commitment: Commitment? = nil
  ) {
    let number = periods.count + 1
    var said = Purchase.Fields(
      productID: product, type: .autoRenewable, subscriptionGroupID: Self.group,
      purchaseDate: start, originalPurchaseDate: self.start)
    said.reason = number == 1 || isReturn ? "PURCHASE" : "RENEWAL"
    (said.storefront, said.storefrontID) = (place.storefront, place.id)
    (said.price, said.currency) = (price, place.currency)
    said.webOrderLineItemID = "\(chain.originalTransactionID)00\(number)"
    said.commitment = commitment
    if commitment != nil { said.billingPlanType = "MONTHLY" }
    let id = TransactionID("\(chain.originalTransactionID)-\(number)")
    let period = Period(id: id, purchase: Purchase(said), end: end)
    periods.append(period)
    tell(period, at: start)
  }

  /// Gives back a part of the latest period.
  ///
  /// - Parameter percentage: the part in thousandths of a percent.
  mutating func refund(_ percentage: Int32, at date: Instant) {
    guard let period = periods.last else { return }
    let part = Revocation(date: date, reason: 0, type: "REFUND_PRORATED", percentage: percentage)
    tell(period, at: date, part)
  }

  /// Switches renewals off.
  mutating func cancel(at moment: Instant) { tellRenewal(at: moment, willRenew: false) }

  /// Does not pay at the end of the latest period, and keeps the service in grace until a moment.
  mutating func failToPay(graceUntil end: Instant) {
    guard let period = periods.last else { return }
    tellRenewal(at: period.end, graceUntil: end)
  }

  private mutating func tellRenewal(
    at moment: Instant, willRenew: Bool = true, graceUntil grace: Instant? = nil
  ) {
    guard let period = periods.last else { return }
    let product = period.purchase.productID
    let plan = RenewalPlan(
      productID: product, autoRenewProductID: product, autoRenew: willRenew,
      renewalDate: period.end)
    hear(
      .chain(
        .renewalObserved(
          RenewalFact(
            chain: chain, plan: plan, gracePeriodExpiresDate: Asserted(signed: grace),
            isInBillingRetry: .present(grace != nil), expirationIntent: .absent,
            priceIncreaseStatus: .absent, nextOffer: .absent,
            status: grace == nil ? .active : .grace, trust: .signed,
            assertedAt: moment + Self.saidAfter))), at: moment)
  }

  private mutating func tell(
    _ period: Period, at moment: Instant, _ revocation: Revocation? = nil
  ) {
    hear(
      .chain(
        .transactionObserved(
          TransactionFact(
            chain: chain, transactionID: period.id, purchase: period.purchase,
            expiresDate: .present(period.end), isUpgraded: false,
            revocation: Asserted(signed: revocation), trust: .signed,
            assertedAt: moment + Self.saidAfter))), at: moment)
  }

  private mutating func hear(_ event: LedgerEvent, at moment: Instant) {
    arrivals.append(CrowdOfLives.Arrival(at: moment + Self.heardAfter, event: event))
  }
}
