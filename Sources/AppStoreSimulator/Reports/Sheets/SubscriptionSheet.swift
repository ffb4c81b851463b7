/// The rows of the daily `SUBSCRIPTION` report: the subscriptions at one moment that share product, price,
/// rate and storefront. Family shares are no subscriptions.
struct SubscriptionSheet {
  /// Apple tells the number of subscribers only where there are more than this.
  private static let subscribersHiddenMax = 3

  let app: ReportedApp
  let settings: AppleReportSettings

  init(of app: ReportedApp, by settings: AppleReportSettings) {
    self.app = app
    self.settings = settings
  }

  /// - Parameter isHidden: true for the product of a customer's subscription that is left out.
  func lines(
    _ customers: [ReportedCustomer], at moment: Int64,
    without isHidden: (_ product: String, ReportedCustomer) -> Bool
  ) -> [String] {
    let subscriptions = customers.flatMap { customer in
      customer.timeline(at: moment).chains
        .filter { !isHidden($0.current.service.product, customer) }
        .compactMap { state(of: $0, customer) }
    }
    let rows = Dictionary(grouping: subscriptions, by: \.key).map { key, subscriptions in
      Row(key: key, counts: subscriptions.reduce(into: [:]) { $0[$1.counter, default: 0] += 1 })
    }
    return sheet.lines(rows)
  }

  private struct Key: Hashable {
    let product: String
    let group: String
    let storefront: Storefront
    let price: Int64
    let proceeds: Int64
    let isAfterAYear: Bool
    let conditions: Service.Conditions?
  }

  private struct Row {
    let key: Key
    let counts: [String: Int]

    var offer: StoreOffer? { key.conditions?.offer }
    var subscribers: Int { counts.values.reduce(0, +) }

    func count(_ counter: String) -> String { String(counts[counter] ?? 0) }
  }

  /// Returns the row and the counter of a subscription; nil for one that has ended or is shared.
  private func state(
    of chain: Chain, _ customer: ReportedCustomer
  ) -> (key: Key, counter: String)? {
    let service = chain.current.service
    guard let parts = customer.parts(of: service, by: settings) else { return nil }
    let counter: String
    switch chain.status {
    case .active: counter = Self.counter(of: service.conditions?.offer)
    case .billingRetry: counter = Self.billingRetry
    case .gracePeriod: counter = Self.gracePeriod
    case .expired, .revoked: return nil
    }
    let key = Key(
      product: service.product, group: service.group,
      storefront: customer.storefront(of: service.price),
      price: parts.price, proceeds: settings.rounded(parts.proceeds),
      isAfterAYear: customer.afterAYear.contains(service.transaction),
      conditions: service.conditions)
    return (key, counter)
  }

  private static let standardPrice = "Active Standard Price Subscriptions"
  private static let billingRetry = "Billing Retry"
  private static let gracePeriod = "Grace Period"

  /// Returns the heading under which a subscription with an offer is counted.
  private static func counter(of offer: StoreOffer?) -> String {
    guard let offer else { return standardPrice }
    let mode = offer.mode.reportText
    return switch offer.kind {
    case .introductory: "Active \(mode) Introductory Offer Subscriptions"
    case .promotional: "\(mode) Promotional Offer Subscriptions"
    case .offerCode: "\(mode) Offer Code Subscriptions"
    case .winBack: "\(mode) Win-Back Offers"
    }
  }

  private static let modes: [StoreOffer.Mode] = [.freeTrial, .payUpFront, .payAsYouGo]

  private static func counters(of kind: StoreOffer.Kind) -> [String] {
    modes.map {
      counter(
        of: StoreOffer(
          kind, id: nil, mode: $0, period: CalendarPeriod(1, .month), priceMilliunits: 0))
    }
  }

  private static func columns(_ counters: [String]) -> [TabbedSheet<Row>.Column] {
    counters.map { counter in (counter, { $0.count(counter) }) }
  }

  private var sheet: TabbedSheet<Row> {
    let app = app
    let facts: [TabbedSheet<Row>.Column] = [
      ("App Name", { _ in app.sku }), ("App Apple ID", { _ in app.appleID }),
      ("Subscription Name", { $0.key.product }),
      ("Subscription Apple ID", { ReportNumber.product($0.key.product) }),
      ("Subscription Group ID", { $0.key.group }),
      ("Standard Subscription Duration", { $0.key.conditions?.duration.reportText ?? "" }),
      ("Subscription Offer Name", { $0.offer?.id ?? "" }),
      (
        "Promotional Offer ID", { $0.offer.flatMap { $0.kind == .promotional ? $0.id : nil } ?? "" }
      ),
      ("Customer Price", { $0.key.price.amountText }),
      ("Customer Currency", { $0.key.storefront.currency }),
      ("Developer Proceeds", { $0.key.proceeds.amountText }),
      ("Proceeds Currency", { $0.key.storefront.currency }),
      ("Preserved Pricing", { ReportWord.yes($0.key.conditions?.isPreservedPrice ?? false) }),
      ("Proceeds Reason", { ReportWord.reason(isAfterAYear: $0.key.isAfterAYear) }),
      ("Client", { _ in "" }), ("Device", { _ in ReportWord.device }), ("State", { _ in "" }),
      ("Country", { $0.key.storefront.alpha2 }),
    ]
    let subscribers: TabbedSheet<Row>.Column = (
      "Subscribers",
      { $0.subscribers > Self.subscribersHiddenMax ? String($0.subscribers) : "" }
    )
    let offers: [StoreOffer.Kind] = [.introductory, .promotional, .offerCode]
    let optIns: TabbedSheet<Row>.Column = ("Marketing Opt-Ins", { _ in "0" })
    var columns = facts + Self.columns([Self.standardPrice])
    columns += Self.columns(offers.flatMap(Self.counters)) + [optIns]
    columns += Self.columns([Self.billingRetry, Self.gracePeriod]) + [subscribers]
    columns += Self.columns(Self.counters(of: .winBack))
    return TabbedSheet(columns: columns)
  }
}
