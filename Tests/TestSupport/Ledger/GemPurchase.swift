package import Ledger

/// A purchase of a consumable, with the ledger's decisions about its coins.
package struct GemPurchase: Sendable {
  package var id: TransactionID
  package var product: ProductID = "gems"
  package var quantity: Int32 = 1
  package var environment: StoreEnvironment = .production
  package var bundleID = TestLedger.bundleID
  package var boughtAt = Instant(day: "2026-05-01")
  /// The price in milliunits of euros; nil if Apple told none.
  package var price: Int64?

  package init(_ id: TransactionID) {
    self.id = id
  }

  /// The chain of this purchase alone, as Apple gives every consumable its own chain.
  package var chain: ChainID {
    ChainID(bundleID, environment, OriginalTransactionID(id.rawValue))
  }

  package func grant(of coin: Coin = "gem") -> GrantID { GrantID(chain, id, coin) }

  /// - Parameters:
  ///   - revoked: the refund in force by then.
  ///   - said: days after the purchase at which Apple asserts this.
  package func bought(revoked: Revocation? = nil, said: Int = 0) -> LedgerEvent {
    var purchase = Purchase(productID: product, type: .consumable, purchaseDate: boughtAt)
    purchase.quantity = quantity
    (purchase.price, purchase.currency) = (price, price.map { _ in "EUR" })
    return .chain(
      .transactionObserved(
        TransactionFact(
          chain: chain, transactionID: id, purchase: purchase,
          expiresDate: .absent, isUpgraded: nil, revocation: Asserted(signed: revoked),
          trust: .signed, assertedAt: boughtAt + .seconds(said * 86_400))))
  }

  /// - Parameter percentage: in milliunits of a percent; without one, everything is refunded.
  package func refunded(_ percentage: Int32? = nil, after days: Int = 2) -> LedgerEvent {
    let date = boughtAt + .seconds(days * 86_400)
    return bought(revoked: Revocation(date: date, percentage: percentage), said: days)
  }

  package func granted(
    _ amount: Int64, coin: Coin = "gem", to account: AccountReference? = nil,
    at moment: Instant? = nil
  ) -> LedgerEvent {
    .chain(
      .grantMade(
        GrantMade(
          chain: chain, account: account, transactionID: id, productID: product,
          coin: coin, quantity: quantity, amount: amount, duringTrial: false, catalog: 1,
          decidedAt: moment ?? boughtAt + .seconds(60))))
  }

  package func acknowledged(coin: Coin = "gem", at moment: Instant? = nil) -> LedgerEvent {
    .chain(
      .grantAcknowledged(
        GrantAcknowledged(
          chain: chain, grant: grant(of: coin), transactionID: id, coin: coin,
          acknowledgedAt: moment ?? boughtAt + .seconds(120))))
  }

  package func owned(by account: AccountReference) -> LedgerEvent {
    .chain(
      .chainOwned(
        ChainOwned(chain: chain, account: account, decidedAt: boughtAt)))
  }
}
