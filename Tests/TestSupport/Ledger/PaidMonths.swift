import Foundation
package import Ledger

/// Consecutive months of thirty days that a customer paid for.
package struct PaidMonths {
  package var chain: OriginalTransactionID
  package var customer: AppTransactionID?
  package var product: ProductID = "com.example.month"
  package var storefront = "DEU"
  package var currency = "EUR"
  package var price: Int64? = 9_990
  /// The account token that the game gave Apple.
  package var token: String?
  /// The date on which all of the months were refunded, or nil.
  package var refunded: Instant?
  package var start = Instant(day: "2025-01-10")
  /// The number of months of a commitment that begins with the first one, and its price; nil without one.
  package var commitment: (months: Int32, price: Int64?)?
  /// The chain that this one replaced, or nil.
  package var previous: OriginalTransactionID?

  package init(_ chain: OriginalTransactionID, of customer: AppTransactionID? = nil) {
    self.chain = chain
    self.customer = customer
  }

  package func events(_ count: Int, from first: Int = 0) -> [LedgerEvent] {
    (first..<first + count).map { number in .chain(.transactionObserved(month(number))) }
  }

  /// Returns the refund of the first month, which Apple grants and tells at a moment.
  package func refund(at moment: Instant) -> LedgerEvent {
    var months = self
    months.refunded = moment
    return .chain(.transactionObserved(months.month(0, assertedAt: moment)))
  }

  /// - Parameter assertedAt: the moment at which Apple said so; that of the purchase if nil.
  private func month(_ number: Int, assertedAt: Instant? = nil) -> TransactionFact {
    let from = start + .seconds(number * 30 * 86_400)
    let to = from + .seconds(30 * 86_400)
    var purchase = Purchase(
      productID: product, type: .autoRenewable, subscriptionGroupID: "group", purchaseDate: from)
    purchase.price = price
    purchase.currency = price.map { _ in currency }
    purchase.storefront = storefront
    purchase.appTransactionID = customer
    purchase.previousOriginalTransactionID = previous
    purchase.commitment = commitment.map {
      Commitment(period: Int32(number) + 1, of: $0.months, price: $0.price)
    }
    purchase.appAccountToken = token.flatMap(UUID.init(uuidString:))
    return TransactionFact(
      chain: ChainID(.production, chain),
      transactionID: TransactionID("\(chain.rawValue)\(100 + number)"), purchase: purchase,
      expiresDate: .present(to), isUpgraded: false,
      revocation: Asserted(signed: refunded.map { Revocation(date: $0) }), trust: .signed,
      assertedAt: assertedAt ?? from)
  }
}
