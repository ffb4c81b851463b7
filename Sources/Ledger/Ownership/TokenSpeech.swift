/// A transaction in which an `appAccountToken` says who bought: one that the customer bought, or
/// whose token differs from that of the chain's transaction before it. A renewal that repeats its
/// token says nothing.
struct TokenSpeech: Hashable, Sendable {
  /// The token, as a name.
  let token: AccountReference
  let transactionID: TransactionID
  let purchaseDate: Instant

  /// Returns the speeches of a chain in the order of purchase.
  static func all(of chain: ChainState) -> [TokenSpeech] {
    var before: Purchase?
    var speeches: [TokenSpeech] = []
    for transaction in chain.purchases.all {
      let purchase = transaction.purchase
      defer { before = purchase }
      guard let token = purchase.appAccountToken, purchase.speaks(after: before) else { continue }
      speeches.append(
        TokenSpeech(
          token: chain.chain.reference(to: AccountID(token: token)),
          transactionID: transaction.transactionID, purchaseDate: purchase.purchaseDate))
    }
    return speeches
  }
}

extension Purchase {
  /// Apple's `transactionReason` of a transaction that the customer bought.
  private static let boughtReason = "PURCHASE"

  fileprivate func speaks(after before: Purchase?) -> Bool {
    self.type != .autoRenewable || self.reason == Self.boughtReason
      || self.appAccountToken != before?.appAccountToken
  }
}
