package import Ledger

extension [TransactionFact] {
  /// The purchase by the newest of these copies of one transaction. If none is signed, its silent
  /// fields are those of the newest copy of at least its trust that is not silent about them.
  package var toldPurchase: Purchase {
    let sorted = sorted { $0.assertion < $1.assertion }
    let newest = sorted.last!
    var purchase = newest.purchase
    guard newest.assertion.trust != .signed else { return purchase }
    let told = sorted.filter { $0.assertion.trust >= newest.assertion.trust }.map(\.purchase)
    purchase.type = told.last { $0.type != .untold }?.type ?? .untold
    purchase.ownership = told.last { $0.ownership != .purchased }?.ownership ?? .purchased
    purchase.offer = told.compactMap(\.offer).last
    purchase.subscriptionGroupID = told.compactMap(\.subscriptionGroupID).last
    purchase.originalPurchaseDate = told.compactMap(\.originalPurchaseDate).last
    purchase.webOrderLineItemID = told.compactMap(\.webOrderLineItemID).last
    return purchase
  }
}
