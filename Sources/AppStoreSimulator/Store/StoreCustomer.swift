/// An Apple Account that has downloaded the app.
package struct StoreCustomer: Sendable {
  package let name: String
  /// The account of the player who uses the device at present.
  package private(set) var account: String
  /// The app transaction id, the same in all of the customer's purchases in the app.
  package let appTransactionID: String
  /// The present country. Each charge is in the currency of the country at that time.
  package private(set) var storefront: Storefront
  /// The token that the game attaches to each purchase, a UUID; nil if the game attaches none.
  package var appAccountToken: String?
  package let downloadedAt: Int64
  /// True if charges to the customer's card succeed.
  package var cardWorks = true
  /// True if a guardian has to approve each purchase.
  package var asksToBuy = false
  /// Indices of the customers with whom this customer's purchases are shared.
  package var family: [Int] = []
  /// The groups in which the customer has used the introductory offer.
  var introduced: Set<String> = []
  /// Indices of the customer's transactions, in order.
  package var transactions: [Int] = []
  /// Indices of the customer's subscriptions, in order.
  package var subscriptions: [Int] = []

  /// Moves the Apple Account to another country.
  mutating func move(to storefront: Storefront) {
    self.storefront = storefront
  }

  /// Lets another player use the device.
  mutating func take(_ player: GamePlayer) {
    account = player.account
    appAccountToken = player.token
  }
}
