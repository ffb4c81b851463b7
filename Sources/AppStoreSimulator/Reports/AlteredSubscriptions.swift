/// The discrepancies of the reports `SUBSCRIPTION` and `SUBSCRIPTION_EVENT`: subscriptions and events that
/// are not counted.
struct AlteredSubscriptions: Sendable {
  /// A subscription that a day's report leaves out.
  private struct Hidden: Hashable {
    let day: PacificDay
    let subscriberID: String
    let product: String
  }

  private(set) var events: [SubscriptionEvent]
  private(set) var alterations: [ReportAlteration] = []
  private var hidden: Set<Hidden> = []
  private let end: PacificDay
  /// The paid subscriptions that began on a day, by which a subscription to leave out is chosen.
  private let begun: [ReportedUnits]

  /// - Parameters:
  ///   - units: the counted units of all days.
  ///   - end: the day before which all alterations lie.
  init(_ events: [SubscriptionEvent], _ units: [ReportedUnits], before end: PacificDay) {
    self.events = events.sorted { ($0.day, $0.order) < ($1.day, $1.order) }
    self.end = end
    begun = units.filter {
      $0.period != nil && !$0.isRefund && $0.parts.price > 0 && $0.day < end
    }.sorted { ($0.day, $0.subscriberID, $0.product) < ($1.day, $1.subscriberID, $1.product) }
  }

  /// Leaves out what the seed chooses. Does nothing if there is nothing to leave out, and for a discrepancy
  /// of sales.
  mutating func apply(_ discrepancy: ReportDiscrepancy) {
    var chance = Chance(seed: discrepancy.seed)
    switch discrepancy.kind {
    case .missingSubscription:
      let open = begun.filter { !isAltered($0.day, $0.product, $0.storefront) }
      guard let one = chance.one(of: open) else { return }
      hidden.insert(Hidden(day: one.day, subscriberID: one.subscriberID, product: one.product))
      note(discrepancy.kind, one.day, one.product, one.storefront)
    case .missingEvent:
      let open = events.indices.filter { index in
        let event = events[index]
        return event.isCompared && event.day < end
          && !isAltered(event.day, event.product, event.storefront)
      }
      guard let index = chance.one(of: open) else { return }
      let event = events.remove(at: index)
      note(discrepancy.kind, event.day, event.product, event.storefront)
    case .missingRow, .extraRow, .otherRate, .otherPrice, .otherSubscription, .otherUnits,
      .refundOnAnotherDay:
      break
    }
  }

  /// Returns true if the report of a day leaves a subscription out.
  func isHidden(_ product: String, of subscriberID: String, on day: PacificDay) -> Bool {
    hidden.contains(Hidden(day: day, subscriberID: subscriberID, product: product))
  }

  private func isAltered(_ day: PacificDay, _ product: String, _ storefront: Storefront) -> Bool {
    alterations.contains {
      $0.day == day && $0.product == product && $0.country == storefront.country
    }
  }

  private mutating func note(
    _ kind: ReportDiscrepancy.Kind, _ day: PacificDay, _ product: String, _ storefront: Storefront
  ) {
    alterations.append(
      ReportAlteration(
        kind: kind, day: day, product: product, country: storefront.country,
        name: "\(kind.rawValue) of \(day.text) \(storefront.country) \(product)"))
  }
}

extension SubscriptionEvent {
  /// False for what a ledger of purchases does not know: the beginning of grace and the end of a retry.
  fileprivate var isCompared: Bool {
    name != "Canceled from Billing Retry" && !name.hasPrefix("Grace Period from ")
  }

  fileprivate var order: String {
    [product, storefront.country, name, originalStart.text, String(paidPeriods)]
      .joined(separator: " ")
  }
}
