/// One Apple Account that has downloaded the app.
package struct Customer: Sendable {
  package let name: String
  /// The same in all of the customer's purchases in the app.
  package let appTransactionID: String
  package let storefront: Storefront
  /// What the game gives with each purchase, a UUID; nil if it gives none.
  package var appAccountToken: String?
  package let downloadedAt: Int64
  /// Whether the means of payment is charged with success.
  package var cardWorks = true
  /// Whether a guardian has to approve of each purchase.
  package var asksToBuy = false
  /// Those with whom this customer's purchases are shared.
  package var family: [Int] = []
  /// Groups in which the introductory offer is used up.
  var introduced: Set<String> = []
  /// Indices of the customer's transactions, in order.
  package var transactions: [Int] = []
  /// Indices of the customer's subscriptions, in order.
  package var subscriptions: [Int] = []
}
