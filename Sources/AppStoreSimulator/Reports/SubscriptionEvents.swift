/// The events of a customer's own subscriptions, in the words of Apple's report. A renewal belongs to the
/// day of its purchase date, an end to the day on which the period was over.
struct SubscriptionEvents {
  private static let secondsOfDay: Int64 = 86_400

  private(set) var events: [SubscriptionEvent] = []
  private let customer: ReportedCustomer
  private let expiries: SubscriptionExpiries
  private var chains: [String: ChainProgress] = [:]
  /// The periods by their transactions.
  private var services: [String: Service] = [:]

  init(of customer: ReportedCustomer, _ expiries: SubscriptionExpiries) {
    self.customer = customer
    self.expiries = expiries
    for happening in customer.happenings { add(happening) }
  }

  private mutating func add(_ happening: Happening) {
    switch happening.event {
    case .served(let service) where !service.isFamilyShared: serve(service)
    case .replaced(let transaction):
      if let chain = services[transaction]?.chain { chains[chain]?.isReplaced = true }
    case .graced(let chain, _, _): fail(chain, to: .grace, at: happening.at)
    case .retried(let chain): fail(chain, to: .retry, at: happening.at)
    case .lapsed(let chain): end(chain, at: happening.at)
    case .refunded(let transaction, _):
      guard let service = services[transaction] else { return }
      tell("Refund", of: service, on: PacificDay(of: happening.at))
    case .served, .bought, .extended, .refundReversed, .unshared: break
    }
  }

  private mutating func serve(_ service: Service) {
    var chain = chains[service.chain] ?? ChainProgress(first: service)
    let previous = chain.latest
    let name = chain.name(of: service)
    let recovered = (customer.secondsBefore[service.transaction] ?? 0) / Self.secondsOfDay
    let gap = chain.gap(before: service)
    if gap != nil { chain.paidPeriods = 0 }
    if service.isCharged { chain.paidPeriods += 1 }
    chain.latest = service
    (chain.failure, chain.isReplaced) = (nil, false)
    chains[service.chain] = chain
    services[service.transaction] = service
    tell(name, of: service, on: PacificDay(of: service.chargedAt)) { event in
      if let previous, previous.product != service.product {
        event.previousProduct = previous.product
      }
      if let gap {
        event.daysCanceled = gap
        event.daysRecovered = recovered
      }
    }
  }

  private mutating func fail(
    _ id: String, to failure: ChainProgress.Failure, at moment: Int64
  ) {
    guard let chain = chains[id], let latest = chain.latest else { return }
    let before = chain.failure == .grace ? "Grace Period" : latest.origin
    chains[id]?.failure = failure
    tell("\(failure.rawValue) from \(before)", of: latest, on: PacificDay(of: moment))
  }

  /// Tells the end of a chain. Apple told no reason for one whose refund was reversed after its period
  /// was over: the refund had ended it.
  private mutating func end(_ id: String, at moment: Int64) {
    guard let chain = chains[id], let latest = chain.latest,
      let reason = expiries.reason(of: id, at: moment)?.reportText
    else { return }
    let name =
      switch chain.failure {
      case .grace: "Canceled from Billing Grace Period"
      case .retry: "Canceled from Billing Retry"
      case nil: "Cancel"
      }
    chains[id]?.failure = nil
    tell(name, of: latest, on: PacificDay(of: moment)) { $0.cancellationReason = reason }
  }

  private mutating func tell(
    _ name: String, of service: Service, on day: PacificDay,
    _ complete: (inout SubscriptionEvent) -> Void = { _ in }
  ) {
    guard let chain = chains[service.chain] else { return }
    var event = SubscriptionEvent(
      day: day, name: name, product: service.product, group: service.group,
      conditions: service.conditions, storefront: customer.storefront(of: service.price),
      isAfterAYear: customer.afterAYear.contains(service.transaction),
      paidPeriods: chain.paidPeriods, originalStart: chain.originalStart)
    complete(&event)
    events.append(event)
  }
}

extension LapseReason {
  /// The Cancellation Reason of reports.
  fileprivate var reportText: String {
    switch self {
    case .voluntary: "Canceled"
    case .billingRetry: "Billing issue"
    case .priceIncrease: "Price increase"
    case .productNotForSale: "Removed from Sale"
    }
  }
}
