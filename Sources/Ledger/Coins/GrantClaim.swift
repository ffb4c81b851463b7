/// The coins that one transaction may claim under an app's terms.
struct GrantClaim {
  let transactionID: TransactionID
  let productID: ProductID
  let quantity: Int32
  /// True for a consumable, or a product of untold kind, that waits for a catalog, and for a quantity that
  /// grants nothing.
  let isUnpriced: Bool
  /// The coins that wait because it is undecided whether the period was free.
  let undecided: Set<Coin>
  /// The coins of which a grant was made here.
  let grantedHere: Set<Coin>
  /// The coins of which a grant says that they were delivered elsewhere.
  let deliveredElsewhere: Set<Coin>
  /// True for a purchase before the cut-over date, which was granted externally.
  let isGrantedExternally: Bool
  /// The claimed grants; nil if no catalog determines them, and for a quantity that Apple does not
  /// sell.
  let shares: [Share]?

  /// The claimed grants that were not made here.
  var sharesNotGrantedHere: [Share] {
    (shares ?? []).filter { !grantedHere.contains($0.grant.coin) }
  }

  struct Share {
    let grant: ProductGrant
    let amount: Int64
    let catalog: Int
    /// Nil for a product that is not upgraded.
    let onUpgrade: UpgradeRule?
  }

  /// - Parameters:
  ///   - untold: the reading of an offer without price and kind; nil for any other purchase.
  ///   - made: the grants of this purchase that were made. Their catalog determines those that are
  ///     missing.
  init(
    _ transaction: TransactionState, by terms: GrantTerms, offer untold: UntoldOffer?,
    made: [GrantMade]
  ) {
    let purchase = transaction.purchase
    let settledBy = made.map(\.catalog).min()
    let quantity = purchase.type.hasQuantity ? purchase.quantity : 1
    let offer = terms.catalogs.offer(to: purchase, settledBy: settledBy)
    transactionID = transaction.transactionID
    productID = purchase.productID
    self.quantity = quantity
    isGrantedExternally = terms.isGrantedExternally(at: purchase.purchaseDate)
    let shares: [Share]? = offer.flatMap { offer in
      let grants = offer.grants.filter {
        purchase.earns(duringTrial: $0.duringTrial)
          && (untold == nil || untold == .paid || $0.duringTrial)
      }
      let amounts = grants.compactMap { $0.amount(for: quantity) }
      guard amounts.count == grants.count else { return nil }
      return zip(grants, amounts).map { grant, amount in
        Share(
          grant: grant, amount: amount, catalog: offer.catalog,
          onUpgrade: purchase.type == .autoRenewable ? grant.onUpgrade ?? .prorate : nil)
      }
    }
    self.shares = shares
    let waits = purchase.type == .consumable || purchase.type == .untold || offer != nil
    isUnpriced = waits && shares == nil && settledBy == nil
    grantedHere = Set(made.filter { !$0.isDeliveredElsewhere }.map(\.coin))
    deliveredElsewhere = Set(made.filter(\.isDeliveredElsewhere).map(\.coin))
    undecided =
      untold == .undecided
      ? Set((offer?.grants ?? []).filter { !$0.duringTrial }.map(\.coin)) : []
  }
}

extension Catalogs {
  fileprivate func offer(to purchase: Purchase, settledBy number: Int?) -> GrantOffer? {
    guard let number else {
      return offer(of: purchase.productID, type: purchase.type, at: purchase.purchaseDate)
    }
    return offer(of: purchase.productID, number: number)
  }
}

extension ProductType {
  /// True for the types that Apple sells in quantities.
  fileprivate var hasQuantity: Bool { self == .consumable || self == .nonRenewing }
}

extension Purchase {
  /// Returns true if the purchase earns a grant. A free period of a subscription earns only grants
  /// that are marked `duringTrial`.
  func earns(duringTrial: Bool) -> Bool {
    duringTrial || self.type != .autoRenewable || !self.isFree
  }
}

extension ProductGrant {
  /// Returns the amount for a quantity; nil for a quantity below one, and if the amount is out of bounds.
  fileprivate func amount(for quantity: Int32) -> Int64? {
    guard quantity >= 1 else { return nil }
    let (amount, overflow) = amount.multipliedReportingOverflow(by: Int64(quantity))
    return !overflow && Coin.admits(amount) ? amount : nil
  }
}

/// The terms by which the coins of an app's purchases are granted in one environment.
package struct GrantTerms: Hashable, Sendable {
  package let catalogs: Catalogs
  /// The cut-over date; nil if all coins are granted here.
  package let cutOver: CutOverDeclared?

  package init(_ catalogs: Catalogs, cutOver: CutOverDeclared? = nil) {
    self.catalogs = catalogs
    self.cutOver = cutOver
  }

  /// Returns true if the coins of a purchase at a moment were granted externally.
  package func isGrantedExternally(at moment: Instant) -> Bool {
    cutOver.map { moment < $0.before } ?? false
  }
}
