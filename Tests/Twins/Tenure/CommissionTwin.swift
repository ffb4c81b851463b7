package import Ledger

/// A rate of commission as dated data, in the twin's own form.
package struct TwinTerm: Sendable {
  package var name: String
  /// Empty for everywhere.
  package var storefronts: [String] = []
  /// Nil for every kind of product.
  package var productType: ProductType?
  package var programme: String?
  package var isAfterAYear = false
  package var validFrom: Instant?
  package var validUntil: Instant?
  package var thousandths: Int

  package static let standard = [
    TwinTerm(name: "standard", thousandths: 300),
    TwinTerm(
      name: "after a year", productType: .autoRenewable, isAfterAYear: true, thousandths: 150),
    TwinTerm(name: "small business", programme: "small-business", thousandths: 150),
  ]
}

package struct TwinRate: Equatable, CustomStringConvertible {
  package let thousandths: Int
  package let reason: String

  package init(thousandths: Int, reason: String) {
    self.thousandths = thousandths
    self.reason = reason
  }

  package var description: String { "\(thousandths) \(reason)" }
}

/// The rate of a transaction, by all that was recorded up to a moment and nothing else.
package struct CommissionTwin {
  private let events: [RecordedEvent]
  private let terms: [TwinTerm]
  private let settings: TwinSettings

  package init(_ events: [RecordedEvent], terms: [TwinTerm], settings: TwinSettings) {
    self.events = events
    self.terms = terms
    self.settings = settings
  }

  /// The rates of everything charged that was known then.
  package func rates(knownAt moment: Instant) -> [TransactionID: TwinRate] {
    let known = events.filter { $0.recordedAt <= moment }
    var rates: [TransactionID: TwinRate] = [:]
    for customer in TwinFacts(known).customers {
      let services = services(of: customer)
      for bought in customer.chains.flatMap(\.purchases) where bought.isCharged {
        rates[bought.transactionID] = rate(
          bought.purchase,
          isAfterAYear: services[bought.transactionID, default: 0] >= settings.yearOfService,
          programmes: programmes(at: bought.purchase.purchaseDate, in: known))
      }
    }
    return rates
  }

  private func services(of customer: TwinCustomer) -> [TransactionID: Int64] {
    let purchases = customer.chains.flatMap(\.purchases)
    let groups = Set(purchases.compactMap(\.purchase.subscriptionGroupID))
    let twin = TenureTwin(TwinFacts([]), settings: settings)
    return groups.map { twin.servicesBefore(customer.periods(of: $0)) }
      .reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }
  }

  /// The names of the programmes in force on a day, for every app: the lives have one app.
  private func programmes(at day: Instant, in known: [RecordedEvent]) -> [String] {
    let entered = known.compactMap { event -> ProgrammeEntered? in
      if case .programmeEntered(let entry) = event.event { entry } else { nil }
    }
    return entered.filter { entry in
      let isReplaced = entered.contains {
        $0.programme == entry.programme && $0.bundleID == entry.bundleID && $0.from == entry.from
          && $0.enteredAt > entry.enteredAt
      }
      return !isReplaced && (entry.bundleID == nil || entry.bundleID == "com.example.game")
        && entry.from <= day && day < (entry.until ?? Instant(milliseconds: .max))
    }.map(\.programme)
  }

  private func rate(_ purchase: Purchase, isAfterAYear: Bool, programmes: [String]) -> TwinRate? {
    let day = purchase.purchaseDate
    let open = terms.filter { term in
      (term.productType == nil || term.productType == purchase.type)
        && (term.validFrom.map { $0 <= day } ?? true) && (term.validUntil.map { day < $0 } ?? true)
        && (!term.isAfterAYear || isAfterAYear)
        && (term.programme.map { programmes.contains($0) } ?? true)
        && (term.storefronts.isEmpty || term.storefronts.contains(purchase.storefront ?? ""))
    }
    let standing = open.filter { term in
      !term.storefronts.isEmpty
        || !open.contains {
          !$0.storefronts.isEmpty && $0.isAfterAYear == term.isAfterAYear
            && $0.programme == term.programme
        }
    }
    let best = standing.min {
      ($0.thousandths, $0.programme == nil ? 0 : 1, $0.isAfterAYear ? 1 : 0)
        < ($1.thousandths, $1.programme == nil ? 0 : 1, $1.isAfterAYear ? 1 : 0)
    }
    return best.map { TwinRate(thousandths: $0.thousandths, reason: reason($0, for: purchase)) }
  }

  private func reason(_ term: TwinTerm, for purchase: Purchase) -> String {
    if !term.storefronts.isEmpty { return "storefront terms \(term.name)" }
    if let programme = term.programme { return "programme \(programme)" }
    if purchase.type != .autoRenewable { return "not a subscription" }
    return term.isAfterAYear ? "after a year" : "first year"
  }
}
