/// The decision that a transaction grants coins, with the amount. No later catalog changes it.
package struct GrantMade: EventContent, Codable {
  package let chain: ChainID
  /// The account that receives the coins; nil if the chain had no owner yet, so that its first
  /// owner receives them.
  package let account: AccountReference?
  package let transactionID: TransactionID
  package let productID: ProductID
  package let coin: Coin
  package let quantity: Int32
  /// The amount for the whole quantity.
  package let amount: Int64
  /// True if the grant is due for a free period too.
  package let duringTrial: Bool
  /// The kind of the product by the catalog; nil if a source told it.
  package let productType: ProductType?
  /// The number of the app's catalog that named the amount: see ``GrantOffer``.
  package let catalog: Int
  /// The rule for the coins if the period is replaced; nil for a grant of no subscription.
  package let onUpgrade: UpgradeRule?
  /// The wallet that keeps the coins; nil for a coin that no catalog had declared.
  package let wallet: CoinWallet?
  /// The number of the rules that decided: see ``RulesChanged``.
  package let rules: Int?
  /// The cut-over date that the purchase precedes, so that its coins were delivered elsewhere and are not
  /// credited; only refunds from that date on are taken back. Nil for coins that are granted here.
  package let deliveredBefore: Instant?
  package let decidedAt: Instant

  package init(
    chain: ChainID, account: AccountReference?, transactionID: TransactionID,
    productID: ProductID, coin: Coin, quantity: Int32, amount: Int64, duringTrial: Bool,
    productType: ProductType? = nil, catalog: Int, onUpgrade: UpgradeRule? = nil,
    wallet: CoinWallet? = nil, rules: Int? = nil,
    deliveredBefore: Instant? = nil, decidedAt: Instant
  ) {
    self.chain = chain
    self.account = account
    self.transactionID = transactionID
    self.productID = productID
    self.coin = coin
    self.quantity = quantity
    self.amount = amount
    self.duringTrial = duringTrial
    self.productType = productType
    self.catalog = catalog
    self.onUpgrade = onUpgrade
    self.wallet = wallet
    self.rules = rules
    self.deliveredBefore = deliveredBefore
    self.decidedAt = decidedAt
  }

  /// The stored spelling.
  private enum CodingKeys: String, CodingKey {
    case chain, account, transactionID, productID, coin, quantity, amount, duringTrial, productType
    case catalog = "catalogue"
    case onUpgrade, wallet, rules, deliveredBefore, decidedAt
  }

  package var id: GrantID { GrantID(chain, transactionID, coin) }

  package var isDeliveredElsewhere: Bool { deliveredBefore != nil }

  /// Returns the grants that were made by these events, by their ids.
  package static func byID(in events: some Sequence<RecordedEvent>) -> [GrantID: [GrantMade]] {
    let made = events.compactMap { event in
      if case .chain(.grantMade(let grant)) = event.event { grant } else { nil }
    }
    return Dictionary(grouping: made, by: \.id)
  }

  package static var type: EventType { .grantMade }
  package var stream: StreamID { .chain(chain) }
  package var assertedAt: Instant { decidedAt }
  package var subject: AccountReference? { account }

  package var digest: Digest {
    var form = CanonicalForm(11)
    form.add(1, chain.environment.rawValue)
    form.add(2, chain.originalTransactionID)
    form.add(3, chain.bundleID)
    form.add(4, transactionID)
    form.add(6, decidedAt)
    form.add(10, account?.key)
    form.add(30, productID)
    form.add(36, coin)
    form.add(37, amount)
    form.add(38, duringTrial)
    form.add(39, quantity)
    form.add(40, Int64(catalog))
    form.add(64, rules.map(Int64.init))
    form.add(66, onUpgrade?.rawValue)
    form.add(68, wallet?.rawValue)
    form.add(72, deliveredBefore)
    form.add(11, productType)
    return form.digest
  }
}
