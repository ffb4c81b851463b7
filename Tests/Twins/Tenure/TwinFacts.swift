package import Ledger

/// All that a source worth counting by has said of subscriptions, as a plain list.
///
/// Whatever is asked of it is made out anew from the list.
package struct TwinFacts {
  let transactions: [TransactionFact]
  let renewals: [RenewalFact]

  /// Leaves out what only a shared secret vouches for: by that no day is counted.
  package init(_ events: [RecordedEvent]) {
    transactions = events.compactMap { event in
      guard case .transactionObserved(let fact) = event.event else { return nil }
      return fact.assertion.trust == .sharedSecret ? nil : fact
    }
    renewals = events.compactMap { event in
      guard case .renewalObserved(let fact) = event.event else { return nil }
      return fact.assertion.trust == .sharedSecret ? nil : fact
    }
  }

  /// Every chain, in order.
  var chains: [TwinChain] {
    let said = Dictionary(grouping: transactions, by: \.chain)
    let foretold = Dictionary(grouping: renewals, by: \.chain)
    return Set(said.keys).union(foretold.keys).sorted().map {
      TwinChain($0, said[$0] ?? [], foretold[$0] ?? [])
    }
  }

  /// The chains that are counted together: those of one `appTransactionId`, named by any fact of
  /// theirs; else each by itself.
  package var customers: [TwinCustomer] {
    var customers: [TwinCustomer] = []
    for chain in chains {
      let place = customers.firstIndex {
        chain.customer != nil && chain.customer == $0.chains[0].customer
      }
      if let place {
        customers[place].chains.append(chain)
      } else {
        customers.append(TwinCustomer(chains: [chain]))
      }
    }
    return customers
  }
}

/// What is known of one chain.
struct TwinChain {
  let chain: ChainID
  /// Each transaction once, by purchase date.
  let purchases: [TwinPurchase]
  let renewals: [RenewalFact]
  /// Whose it is, if Apple ever said.
  let customer: AppTransactionID?

  init(_ chain: ChainID, _ transactions: [TransactionFact], _ renewals: [RenewalFact]) {
    self.chain = chain
    self.renewals = renewals
    purchases = Dictionary(grouping: transactions, by: \.transactionID).values
      .map(TwinPurchase.init)
      .sorted { $0.purchase.purchaseDate < $1.purchase.purchaseDate }
    customer =
      transactions.compactMap(\.purchase.appTransactionID).first
      ?? renewals.compactMap(\.plan.appTransactionID).first
  }

  /// The end of the period before, where Apple gave grace after it that had not run out when the
  /// charge succeeded.
  ///
  /// An upgrade in between that was not heard of took the place of the one before. The
  /// `renewalDate` beside a grace period is the end that it follows, whatever copies of the
  /// transaction were heard. It has always been there; what a grace period without one belongs to,
  /// the rules do not say, and the lives have none.
  func endBeforeGrace(after previous: TwinPurchase, covering charge: Instant) -> Instant? {
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
package struct TwinCustomer {
  var chains: [TwinChain]

  /// The least of them, to tell it by.
  package var name: ChainID { chains[0].chain }

  func periods(of group: SubscriptionGroupID) -> [TwinPeriod] {
    chains.flatMap { $0.periods(of: group) }
  }
}
