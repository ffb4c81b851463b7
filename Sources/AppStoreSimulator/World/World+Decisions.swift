/// Decisions of Apple and of the developer.
extension World {
  /// Refunds a share of a transaction now, in thousandths of a percent; nil is the share of the
  /// remaining time.
  package mutating func refund(_ transaction: Int, share: Int64?) throws(StoreRejection) {
    try StoreRefunds.refund(transaction, share: share, in: &store)
  }

  /// Refunds the part of a transaction for the remaining time now, and tells no percentage.
  package mutating func refundUntoldPart(_ transaction: Int) throws(StoreRejection) {
    try StoreRefunds.refundUntoldPart(transaction, in: &store)
  }

  package mutating func reverseRefund(_ transaction: Int) throws(StoreRejection) {
    try StoreRefunds.reverse(transaction, in: &store)
  }

  /// Records the developer's preference for a requested refund. Does nothing without a request.
  package mutating func prefer(_ preference: RefundPreference?, forRefundOf transaction: Int) {
    refunds.prefer(preference, forRefundOf: transaction)
  }

  package mutating func changePrice(
    of productID: String, to priceMilliunits: Int64, consentRequired: Bool
  ) throws(StoreRejection) {
    try Prices.change(
      of: productID, to: priceMilliunits, consentRequired: consentRequired, in: &store)
  }

  /// Withdraws a product from sale. The product can no longer be bought or renewed into.
  package mutating func withdraw(_ productID: String) throws(StoreRejection) {
    try Prices.withdraw(productID, in: &store)
  }

  /// Extends the present period and returns its new end.
  package mutating func extend(_ index: Int, by days: Int64) throws(StoreRejection) -> Int64 {
    try SubscriptionExtensions.extend(index, by: days, in: &store)
  }

  /// Requests an extension for all subscribers of a product, which happens within one to six hours.
  package mutating func extendEveryone(
    of product: String, by days: Int64, storefronts: [String]?, requestIdentifier: String
  ) throws(StoreRejection) {
    try extensions.request(
      of: product, by: days, storefronts: storefronts, requestIdentifier: requestIdentifier,
      in: &store)
  }

  /// Sends a notification that concerns no purchase, such as a test or an unknown type. Returns its
  /// UUID.
  @discardableResult
  package mutating func tell(_ type: String, _ subtype: String? = nil) -> String {
    Notifier.report(type, subtype, in: &store)
  }

  mutating func assign(_ token: String, toTransactionsFrom origin: Int) {
    SubscriptionCommands.assign(token, toTransactionsFrom: origin, in: &store)
  }
}
