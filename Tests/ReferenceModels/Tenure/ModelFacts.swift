package import Ledger

/// The assertions about subscriptions by sources that count, as a plain list.
///
/// Every answer is computed from the list.
package struct ModelFacts {
  let transactions: [TransactionFact]
  let renewals: [RenewalFact]
  let catalogs: [CatalogPublished]
  /// The prices of the app itself, by the last publication for the lives' only app.
  private let appPrices: [AppPrices.Row]

  /// Creates the list without assertions that only a shared secret vouches for: no day is counted
  /// by those.
  package init(_ events: [RecordedEvent]) {
    transactions = events.compactMap { event in
      guard case .chain(.transactionObserved(let fact)) = event.event else { return nil }
      return fact.assertion.trust == .sharedSecret ? nil : fact
    }
    renewals = events.compactMap { event in
      guard case .chain(.renewalObserved(let fact)) = event.event else { return nil }
      return fact.assertion.trust == .sharedSecret ? nil : fact
    }
    catalogs = events.compactMap { event in
      if case .shared(.catalogPublished(let catalog)) = event.event { catalog } else { nil }
    }
    var prices: [AppPrices.Row] = []
    for event in events {
      if case .shared(.pricesPublished(let published)) = event.event,
        published.bundleID == "com.example.game"
      {
        prices = published.rows
      }
    }
    appPrices = prices
  }

  /// Returns the length of a product by the newest catalog that lists it: the one that is valid from
  /// the latest moment, and of two of them the one published last.
  func listedPeriod(of product: ProductID) -> ModelLength? {
    let listing = catalogs.filter { published in
      published.catalog.products.contains { $0.productID == product }
    }
    let newest = listing.enumerated().max {
      ($0.element.validFrom, $0.offset) < ($1.element.validFrom, $1.offset)
    }
    return newest?.element.catalog.products.first { $0.productID == product }?.period.flatMap(
      ModelLength.init)
  }

  /// Every chain, in order.
  var chains: [ModelChain] {
    let said = Dictionary(grouping: transactions, by: \.chain)
    let foretold = Dictionary(grouping: renewals, by: \.chain)
    return Set(said.keys).union(foretold.keys).sorted().map {
      ModelChain($0, said[$0] ?? [], foretold[$0] ?? [], listedPeriod, appPrices)
    }
  }

  /// The customers: chains of one `appTransactionId`, named by any of their facts, are counted
  /// together, and every other chain alone.
  package var customers: [ModelCustomer] {
    var customers: [ModelCustomer] = []
    for chain in chains {
      let place = customers.firstIndex {
        chain.customer != nil && chain.customer == $0.chains[0].customer
      }
      if let place {
        customers[place].chains.append(chain)
      } else {
        customers.append(ModelCustomer(chains: [chain]))
      }
    }
    return customers
  }
}

/// The facts of one chain.
struct ModelChain {
  let chain: ChainID
  /// The transactions by purchase date, each one once.
  let purchases: [ModelPurchase]
  let renewals: [RenewalFact]
  /// The customer, if Apple ever named one.
  let customer: AppTransactionID?

  init(
    _ chain: ChainID, _ transactions: [TransactionFact], _ renewals: [RenewalFact],
    _ listedPeriod: (ProductID) -> ModelLength?, _ appPrices: [AppPrices.Row]
  ) {
    self.chain = chain
    self.renewals = renewals
    let bought = ModelPurchase.all(in: transactions)
      .sorted {
        ($0.purchase.purchaseDate, $0.transactionID) < ($1.purchase.purchaseDate, $1.transactionID)
      }
    purchases = bought.enumerated().map { index, purchase in
      var purchase = purchase
      if purchase.purchase.type == .app { purchase.tellPrice(by: appPrices) }
      guard purchase.isOfUntoldOffer else { return purchase }
      let plan =
        listedPeriod(purchase.purchase.productID) ?? bought.dropFirst(index + 1).first?.length
      purchase.isTakenForTrial = purchase.isTrial(of: plan)
      return purchase
    }
    customer =
      transactions.compactMap(\.purchase.appTransactionID).first
      ?? renewals.compactMap(\.plan.appTransactionID).first
  }

  /// Returns the end of the period before, if Apple gave grace after it that had not run out when
  /// the charge succeeded.
  ///
  /// An unknown upgrade in between took the place of the one before. The `renewalDate` beside a
  /// grace period is the end that the grace follows, whatever copies of the transaction arrived.
  /// The lives always have that date: the rules do not say to which period a grace period without
  /// one belongs.
  func endBeforeGrace(after previous: ModelPurchase, covering charge: Instant) -> Instant? {
    guard let expires = previous.expiresDate else { return nil }
    let ended = previous.isUpgraded ? min(expires, previous.upgradeSaid ?? expires) : expires
    let ends = renewals.compactMap { fact -> Instant? in
      guard let grace = fact.gracePeriodExpiresDate.value, let renewal = fact.plan.renewalDate,
        previous.purchase.purchaseDate < renewal
      else { return nil }
      let end = max(renewal, ended)
      return end < charge && charge <= grace ? end : nil
    }
    return ends.min()
  }
}

/// The chains of one customer.
package struct ModelCustomer {
  var chains: [ModelChain]

  /// The smallest of the chains, which identifies the customer.
  package var name: ChainID { chains[0].chain }

  func periods(of group: SubscriptionGroupID) -> [ModelPeriod] {
    chains.flatMap { $0.periods(of: group) }
  }
}
