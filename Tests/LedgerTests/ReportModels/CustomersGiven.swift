import Ledger
import ReferenceModels

/// A builder of the facts for reports of customers. Days count from 2026-01-01 in UTC; every event is of lane 1
/// and recorded when it was asserted.
struct CustomersGiven {
  static let app: BundleID = "com.example.game"

  var chain = ChainID(Self.app, .production, "1000")
  var product: ProductID = "gold.monthly"
  var group: SubscriptionGroupID = "gold"
  var storefront: String? = "DEU"
  var currency = "EUR"
  private(set) var events: [RecordedEvent] = []

  static func moment(_ day: Double) -> Instant {
    Instant(milliseconds: 1_767_225_600_000 + Int64((day * 86_400_000).rounded()))
  }

  mutating func bought(
    _ id: TransactionID, _ from: Double, _ to: Double, price: Int64? = 9_990,
    product: ProductID? = nil, reason: String = "RENEWAL", offer: Offer? = nil,
    customer: AppTransactionID? = nil, ownership: Ownership = .purchased,
    isUpgraded: Bool = false, refund: Double? = nil, commitment: Commitment? = nil,
    said: Double? = nil, recorded: Double? = nil
  ) {
    var purchase = Purchase(
      productID: product ?? self.product, type: .autoRenewable, subscriptionGroupID: group,
      purchaseDate: Self.moment(from), ownership: ownership)
    purchase.reason = reason
    purchase.price = price
    purchase.currency = price == nil ? nil : currency
    purchase.offer = offer
    purchase.storefront = storefront
    purchase.appTransactionID = customer
    purchase.commitment = commitment
    purchase.billingPlanType = commitment == nil ? nil : "MONTHLY"
    let revocation = refund.map {
      Revocation(date: Self.moment($0), reason: 0, type: "REFUND_FULL", percentage: 100_000)
    }
    record(
      .chain(
        .transactionObserved(
          TransactionFact(
            chain: chain, transactionID: id, purchase: purchase,
            expiresDate: .present(Self.moment(to)), isUpgraded: isUpgraded,
            revocation: Asserted(signed: revocation), trust: .signed,
            assertedAt: Self.moment(said ?? from)))), at: recorded)
  }

  mutating func renews(
    said: Double, at renewal: Double, autoRenew: Bool = true, grace: Double? = nil,
    isRetrying: Bool = false, intent: Int32? = nil, consent: Int32? = nil, price: Int64? = nil,
    status: RenewalStatus? = nil
  ) {
    var plan = RenewalPlan(
      productID: product, autoRenewProductID: product, autoRenew: autoRenew,
      renewalDate: Self.moment(renewal))
    plan.renewalPrice = price
    plan.currency = price == nil ? nil : currency
    record(
      .chain(
        .renewalObserved(
          RenewalFact(
            chain: chain, plan: plan,
            gracePeriodExpiresDate: Asserted(signed: grace.map(Self.moment)),
            isInBillingRetry: .present(isRetrying), expirationIntent: Asserted(signed: intent),
            priceIncreaseStatus: Asserted(signed: consent), nextOffer: .absent, status: status,
            trust: .signed, assertedAt: Self.moment(said)))))
  }

  mutating func record(_ event: LedgerEvent, at recorded: Double? = nil) {
    let id = EventID(lane: 1, position: Int64(events.count) + 1)
    events.append(
      RecordedEvent(
        id: id, recordedAt: recorded.map(Self.moment) ?? event.assertedAt, event: event,
        evidence: nil))
  }

  /// The facts with everything recorded, and German taxes of 19 %.
  var facts: ModelReportFacts {
    ModelReportFacts(
      events: events, taxes: [ModelTax(storefront: "DEU", thousandths: 190)])
  }

  /// Returns a question about some days, as known at a day, divided by nothing.
  func question(
    _ from: Double?, _ to: Double, knownAt: Double = 3_650,
    by divisions: Set<ModelReportQuestion.Division> = []
  ) -> ModelReportQuestion {
    var cut = Position()
    for event in events where event.recordedAt <= Self.moment(knownAt) { cut.reach(event.id) }
    var question = ModelReportQuestion(
      app: Self.app, from: from.map(Self.moment), to: Self.moment(to), cut: cut,
      knownAt: Self.moment(knownAt))
    question.divisions = divisions
    return question
  }

  /// Returns the figures of a row that are not 0, in words: `closing 1, new 1`.
  static func figures(_ row: ModelReportRow?) -> String {
    (row ?? [:]).filter { $0.value != "0" || $0.key == "fromDays" }.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}
