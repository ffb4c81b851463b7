package import Ledger

/// A rate of commission as dated data, in the model's own form.
package struct ModelTerm: Sendable {
  package var name: String
  /// The storefronts of the rate; empty for all.
  package var storefronts: [String] = []
  /// The type of product, or nil for every type.
  package var productType: ProductType?
  package var program: String?
  package var isAfterAYear = false
  package var validFrom: Instant?
  package var validUntil: Instant?
  package var thousandths: Int

  package static let standard = [
    ModelTerm(name: "standard", thousandths: 300),
    ModelTerm(
      name: "after a year", productType: .autoRenewable, isAfterAYear: true, thousandths: 150),
    ModelTerm(name: "small business", program: "small-business", thousandths: 150),
  ]
}

package struct ModelRate: Hashable, CustomStringConvertible {
  package let thousandths: Int
  package let reason: String

  package init(thousandths: Int, reason: String) {
    self.thousandths = thousandths
    self.reason = reason
  }

  package var description: String { "\(thousandths) \(reason)" }
}

/// The name of a purchase: its chain and the first of its transactions. The same numbers in two apps are two
/// names.
package struct ModelPurchaseName: Hashable, Comparable, CustomStringConvertible {
  package let chain: ChainID
  package let transactionID: TransactionID

  package init(_ chain: ChainID, _ transactionID: TransactionID) {
    self.chain = chain
    self.transactionID = transactionID
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.chain, left.transactionID) < (right.chain, right.transactionID)
  }

  package var description: String {
    "\(chain.bundleID) \(chain.originalTransactionID) \(transactionID)"
  }
}

extension ModelPurchase {
  var name: ModelPurchaseName { ModelPurchaseName(chain, transactionID) }
}

/// A reference model of commission: the rate of a transaction, by everything recorded up to a
/// moment and nothing else.
package struct CommissionModel {
  private let events: [RecordedEvent]
  private let terms: [ModelTerm]
  private let settings: ModelSettings

  package init(_ events: [RecordedEvent], terms: [ModelTerm], settings: ModelSettings) {
    self.events = events
    self.terms = terms
    self.settings = settings
  }

  /// A reading of the year of service.
  package enum Year {
    case asServed
    /// Nothing is charged after a year.
    case neverReached
    /// No gap is too long.
    case withoutLapses
  }

  /// Returns the rates of everything charged that was known at that moment.
  package func rates(knownAt moment: Instant) -> [ModelPurchaseName: ModelRate] {
    let known = events.filter { $0.recordedAt <= moment }
    return rates(of: ModelFacts(known, settings: settings), in: known, year: .asServed)
  }

  /// Returns the rates of everything charged by these facts.
  func rates(
    of facts: ModelFacts, in known: [RecordedEvent], year: Year
  ) -> [ModelPurchaseName: ModelRate] {
    var rates: [ModelPurchaseName: ModelRate] = [:]
    for customer in facts.customers {
      let services = services(of: customer, gapMax: year == .withoutLapses ? .max : settings.gapMax)
      for bought in customer.chains.flatMap(\.purchases) where bought.isCharged {
        rates[bought.name] = rate(
          bought.purchase,
          isAfterAYear: year != .neverReached
            && services[bought.transactionID, default: 0] >= settings.yearOfService,
          programs: programs(
            of: bought.chain.bundleID, at: bought.purchase.purchaseDate, in: known))
      }
    }
    return rates
  }

  private func services(of customer: ModelCustomer, gapMax: Int64) -> [TransactionID: Int64] {
    let purchases = customer.chains.flatMap(\.purchases)
    let groups = Set(purchases.compactMap(\.purchase.subscriptionGroupID))
    let model = TenureModel(
      ModelFacts([]),
      settings: ModelSettings(yearOfService: settings.yearOfService, gapMax: gapMax))
    return groups.map { model.servicesBefore(customer.periods(of: $0)) }
      .reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }
  }

  /// Returns the names of the programs in force for an app on a day.
  func programs(
    of app: BundleID, at day: Instant, in known: [RecordedEvent]
  ) -> [String] {
    let entered = known.compactMap { event -> ProgramEntered? in
      if case .shared(.programEntered(let entry)) = event.event { entry } else { nil }
    }
    return entered.filter { entry in
      let isReplaced = entered.contains {
        $0.program == entry.program && $0.bundleID == entry.bundleID && $0.from == entry.from
          && $0.enteredAt > entry.enteredAt
      }
      return !isReplaced && (entry.bundleID == nil || entry.bundleID == app)
        && entry.from <= day && day < (entry.until ?? Instant(milliseconds: .max))
    }.map(\.program)
  }

  func rate(_ purchase: Purchase, isAfterAYear: Bool, programs: [String]) -> ModelRate? {
    let day = purchase.purchaseDate
    let open = terms.filter { term in
      (term.productType == nil || term.productType == purchase.type)
        && (term.validFrom.map { $0 <= day } ?? true) && (term.validUntil.map { day < $0 } ?? true)
        && (!term.isAfterAYear || isAfterAYear)
        && (term.program.map { programs.contains($0) } ?? true)
        && (term.storefronts.isEmpty || term.storefronts.contains(purchase.storefront ?? ""))
    }
    let status = open.filter { term in
      !term.storefronts.isEmpty
        || !open.contains {
          !$0.storefronts.isEmpty && $0.isAfterAYear == term.isAfterAYear
            && $0.program == term.program
        }
    }
    let best = status.min {
      ($0.thousandths, $0.program == nil ? 0 : 1, $0.isAfterAYear ? 1 : 0)
        < ($1.thousandths, $1.program == nil ? 0 : 1, $1.isAfterAYear ? 1 : 0)
    }
    return best.map { ModelRate(thousandths: $0.thousandths, reason: reason($0, for: purchase)) }
  }

  private func reason(_ term: ModelTerm, for purchase: Purchase) -> String {
    if !term.storefronts.isEmpty { return "storefront terms \(term.name)" }
    if let program = term.program { return "programme \(program)" }
    if purchase.type != .autoRenewable { return "not a subscription" }
    return term.isAfterAYear ? "after a year" : "first year"
  }
}
