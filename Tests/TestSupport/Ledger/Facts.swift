package import Foundation
package import Ledger

/// Short ways to write facts in tests. Every argument that is left out has a plain default.
extension TransactionFact {
  package static func subscription(
    _ transactionID: TransactionID, chain: OriginalTransactionID = "1000",
    product: ProductID = "com.example.month", from: Instant, to: Instant,
    signed: Instant? = nil, token: UUID? = nil, revoked: Revocation? = nil,
    isUpgraded: Bool = false, environment: StoreEnvironment = .production
  ) -> TransactionFact {
    var purchase = Purchase(
      productID: product, type: .autoRenewable, subscriptionGroupID: "group", purchaseDate: from)
    purchase.appAccountToken = token
    return TransactionFact(
      chain: ChainID(environment, chain),
      transactionID: transactionID, purchase: purchase, expiresDate: .present(to),
      isUpgraded: isUpgraded, revocation: Asserted(signed: revoked), trust: .signed,
      assertedAt: signed ?? from)
  }
}

extension Instant {
  /// Creates the moment at which a day of the tests' calendar begins.
  package init(day text: String) {
    guard let moment = Instant("\(text)T00:00:00.000Z") else {
      preconditionFailure("a day is written yyyy-mm-dd")
    }
    self = moment
  }
}
