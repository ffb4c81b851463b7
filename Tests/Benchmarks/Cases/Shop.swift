import AppStoreSimulator
import Foundation

/// The purchases of a game's players, as the game posts them.
struct Shop: Sendable {
  static let catalog = """
    {"coins": {"gem": {"wallet": "daicho"}}, "products": [
      {"productId": "gems.100", "type": "Consumable", "grants": [{"coin": "gem", "amount": 100}]},
      {"productId": "gems.1000000", "type": "Consumable",
       "grants": [{"coin": "gem", "amount": 1000000}]},
      {"productId": "pro.monthly", "type": "Auto-Renewable Subscription",
       "subscriptionGroupId": "21000001", "level": 1, "period": "P1M"}]}
    """
  private static let firstTransactionID: Int64 = 500_000_000_000_000
  private static let month: Int64 = 30 * 86_400_000
  private static let periods: Int64 = 3
  /// The share of subscribers with an alias, one in this many: the token of their purchases is
  /// another name.
  private static let aliasEvery = 5

  let headers: [String]

  /// Returns the name of an account that spends and buys coins.
  static func player(_ number: Int) -> String { "player-\(number)" }

  /// Returns the name of an account with a subscription.
  static func subscriber(_ number: Int) -> String { "subscriber-\(number)" }

  /// Returns true if a purchase was recorded.
  static func isSettled(_ answer: Answer) -> Bool {
    answer.status == 200
      && answer.body.firstRange(of: "\"duplicate\":false".utf8) != nil
      && answer.body.firstRange(of: "\"state\":\"settled\"".utf8) != nil
  }

  /// Returns a post of a purchase of more coins than will be spent.
  func fortune(
    for player: Int, _ number: Int64, _ time: Int64, _ authority: Authority
  ) throws -> [UInt8] {
    try coins("gems.1000000", for: player, number, time, authority)
  }

  func pack(
    for player: Int, _ number: Int64, _ time: Int64, _ authority: Authority
  ) throws -> [UInt8] {
    try coins("gems.100", for: player, number, time, authority)
  }

  private func coins(
    _ product: String, for player: Int, _ number: Int64, _ time: Int64, _ authority: Authority
  ) throws -> [UInt8] {
    var transaction = transaction(number * Self.periods, product, at: time)
    transaction.type = "Consumable"
    transaction.price = 990
    return post([try authority.sign(payload: transaction)], for: Self.player(player))
  }

  /// Returns a post of a monthly subscription in its third period, with all three transactions.
  func subscription(
    for subscriber: Int, _ number: Int64, _ time: Int64, _ authority: Authority
  ) throws -> [UInt8] {
    let first = number * Self.periods
    let begin = time - (Self.periods - 1) * Self.month - 3_600_000
    let token = subscriber % Self.aliasEvery == 0 ? UUID().uuidString.lowercased() : nil
    let signed = try (0..<Self.periods).map { period in
      let purchase = begin + period * Self.month
      var transaction = transaction(first + period, "pro.monthly", at: purchase)
      transaction.originalTransactionId = String(Self.firstTransactionID + first)
      transaction.originalPurchaseDate = begin
      transaction.expiresDate = purchase + Self.month
      transaction.subscriptionGroupIdentifier = "21000001"
      transaction.webOrderLineItemId = transaction.transactionId
      transaction.transactionReason = period == 0 ? "PURCHASE" : "RENEWAL"
      transaction.appAccountToken = token
      transaction.price = 9_990
      return try authority.sign(payload: transaction)
    }
    return post(signed, for: Self.subscriber(subscriber))
  }

  private func transaction(
    _ number: Int64, _ product: String, at purchase: Int64
  ) -> SignableTransaction {
    var transaction = SignableTransaction(
      transactionId: String(Self.firstTransactionID + number),
      bundleId: NotificationPress.app.bundleID, productId: product, purchaseDate: purchase,
      environment: "Production")
    transaction.currency = "USD"
    return transaction
  }

  private func post(_ signed: [String], for account: String) -> [UInt8] {
    let list = signed.map { "\"\($0)\"" }.joined(separator: ",")
    return Request.post(
      "/v1/transactions",
      Array("{\"account\":\"\(account)\",\"signedTransactions\":[\(list)]}".utf8), headers)
  }
}
