/// The acknowledgement by a game that it has booked the coins of a grant. Only the first one
/// counts.
package struct GrantAcknowledged: EventContent, Codable {
  package let chain: ChainID
  package let grant: GrantID
  package let transactionID: TransactionID
  package let coin: Coin
  /// The amount that the game booked; nil if it did not say, which means the grant's amount.
  package let bookedAmount: Int64?
  package let acknowledgedAt: Instant

  package init(
    chain: ChainID, grant: GrantID, transactionID: TransactionID, coin: Coin,
    bookedAmount: Int64? = nil, acknowledgedAt: Instant
  ) {
    self.chain = chain
    self.grant = grant
    self.transactionID = transactionID
    self.coin = coin
    self.bookedAmount = bookedAmount
    self.acknowledgedAt = acknowledgedAt
  }

  package static var type: EventType { .grantAcknowledged }
  package var stream: StreamID { .chain(chain) }
  package var assertedAt: Instant { acknowledgedAt }
  package var subject: AccountReference? { nil }

  package var digest: Digest {
    var form = CanonicalForm(16)
    form.add(1, chain.environment.rawValue)
    form.add(2, chain.originalTransactionID)
    form.add(3, chain.bundleID)
    form.add(4, transactionID)
    form.add(6, acknowledgedAt)
    form.add(36, coin)
    form.add(44, grant.key)
    form.add(69, bookedAmount)
    return form.digest
  }
}
