/// The grants that are due, and those that wait.
extension GrantBook {
  /// Returns the grants to be decided now. A recorded grant is not returned again. Those for purchases
  /// before the cut-over date say that their coins were delivered elsewhere.
  ///
  /// - Parameter tokens: the accounts that the tokens of the chain name.
  package func due(
    by terms: GrantTerms, _ tokens: TokenNames = TokenNames(), decidedAt: Instant
  ) -> [GrantMade] {
    let purchases = purchases(by: terms)
    let rule = owners.rule(in: chain)
    return claims(by: terms, purchases).flatMap { claim in
      open(claim).map { share in
        GrantMade(
          chain: chain.chain,
          account: rule.account(of: purchases[claim.transactionID], tokens),
          transactionID: claim.transactionID, productID: claim.productID, coin: share.grant.coin,
          quantity: claim.quantity, amount: share.amount, duringTrial: share.grant.duringTrial,
          productType: productTypeUntold(of: claim, purchases), catalog: share.catalog,
          onUpgrade: share.onUpgrade,
          wallet: terms.catalogs.wallet(of: share.grant.coin), rules: RulesChanged.present,
          deliveredBefore: claim.isGrantedExternally ? terms.cutOver?.before : nil,
          decidedAt: decidedAt)
      }
    }
  }

  /// Returns the purchases whose coins wait: consumables for a catalog that lists them, and periods of
  /// which nothing tells yet whether they were free.
  package func unpriced(by terms: GrantTerms) -> [TransactionID] {
    claims(by: terms, purchases(by: terms)).filter { waits($0) && !$0.isGrantedExternally }.map(
      \.transactionID)
  }

  /// Returns the waiting purchases with a price that Apple owes: a catalog lists them, and once Apple
  /// tells the price or the kind of the offer, it is known if the period was free.
  package func untold(by terms: GrantTerms) -> [TransactionID] {
    let purchases = purchases(by: terms)
    return claims(by: terms, purchases).filter { claim in
      waits(claim) && !claim.isUnpriced && !claim.isGrantedExternally
        && purchases[claim.transactionID].map(chain.isPriceMissing(of:)) ?? false
    }.map(\.transactionID)
  }

  /// Returns the reason why a transaction has no grants, if none is due.
  package func reasonForNoGrant(of transaction: TransactionID, by terms: GrantTerms)
    -> NoGrantReason
  {
    let purchases = purchases(by: terms)
    let id = purchases.identifier(of: transaction)
    let waiting = claims(by: terms, purchases).filter {
      $0.transactionID == id && waits($0) && !$0.isGrantedExternally
    }
    if waiting.isEmpty { return .none }
    return waiting.contains(where: \.isUnpriced) ? .unpriced : .waiting
  }

  /// Returns the transactions from before the cut-over date whose coins were granted externally,
  /// and those of them that no catalog lists.
  package func grantedExternally(
    by terms: GrantTerms
  ) -> (all: [TransactionID], unpriced: [TransactionID]) {
    let external = claims(by: terms, purchases(by: terms)).filter { claim in
      claim.isGrantedExternally && (waits(claim) || !claim.sharesNotGrantedHere.isEmpty)
    }
    return (external.map(\.transactionID), external.filter(waits).map(\.transactionID))
  }

  /// Returns true if everything that a transaction grants is booked: no grant is due or waits for a
  /// catalog, and every grant is credited here or acknowledged by the game. True for a transaction
  /// that grants nothing.
  package func isBooked(
    _ transaction: TransactionID, by terms: GrantTerms, acknowledged: Set<GrantID>
  ) -> Bool {
    let purchases = purchases(by: terms)
    let id = purchases.identifier(of: transaction)
    let isWaiting = claims(by: terms, purchases).contains { claim in
      claim.transactionID == id && !claim.isGrantedExternally
        && (waits(claim) || !open(claim).isEmpty)
    }
    return !isWaiting
      && grants(of: transaction).allSatisfy { isCredited($0) || acknowledged.contains($0.id) }
  }

  /// Returns true if the coins of a grant are kept here and have an account with room for them, or were
  /// delivered elsewhere.
  private func isCredited(_ grant: GrantMade) -> Bool {
    grant.isDeliveredElsewhere
      || grant.wallet == .daicho && account(of: grant) != nil && !owners.isFull(grant.id)
  }

  /// Returns the shares of a claim that were not granted yet.
  private func open(_ claim: GrantClaim) -> [GrantClaim.Share] {
    let open =
      claim.isGrantedExternally
      ? claim.sharesNotGrantedHere.filter { !claim.deliveredElsewhere.contains($0.grant.coin) }
      : claim.sharesNotGrantedHere
    guard !grantedElsewhere.isEmpty else { return open }
    return open.filter {
      !grantedElsewhere.contains(GrantID(chain.chain, claim.transactionID, $0.grant.coin))
    }
  }

  /// Returns the purchases with the kinds of its grants, or else of the catalogs, where no source told one.
  private func purchases(by terms: GrantTerms) -> ChainPurchases {
    typed.typed(by: terms.catalogs).purchases
  }

  /// Returns the kind of a claim's product by the catalog; nil if a source told it.
  private func productTypeUntold(
    of claim: GrantClaim, _ purchases: ChainPurchases
  ) -> ProductType? {
    guard chain.transactions[claim.transactionID]?.purchase.type == .untold else { return nil }
    return purchases[claim.transactionID]?.purchase.type
  }

  private func waits(_ claim: GrantClaim) -> Bool {
    claim.isUnpriced || !claim.undecided.subtracting(claim.grantedHere).isEmpty
  }

  private func claims(by terms: GrantTerms, _ purchases: ChainPurchases) -> [GrantClaim] {
    let made = Dictionary(grouping: entries.values.map(\.made)) {
      purchases.identifier(of: $0.transactionID)
    }
    let granting = chain.granting(purchases.all)
    return granting.map { transaction in
      GrantClaim(
        transaction, by: terms,
        offer: untoldOffer(of: transaction, among: granting, by: terms),
        made: made[transaction.transactionID] ?? [])
    }
  }

  /// Returns the reading of an offer without price and kind; nil if Apple told either. An offer that is no
  /// introductory one has no reading by its length: its coins wait while a copy is owed that tells it.
  private func untoldOffer(
    of transaction: TransactionState, among granting: [TransactionState], by terms: GrantTerms
  ) -> UntoldOffer? {
    if let read = UntoldOffer(transaction, among: granting, terms.catalogs) { return read }
    let isDecidedElsewhere = terms.isGrantedExternally(at: transaction.purchase.purchaseDate)
    return !isDecidedElsewhere && chain.isKindOfOfferOwed(for: transaction) ? .undecided : nil
  }
}
