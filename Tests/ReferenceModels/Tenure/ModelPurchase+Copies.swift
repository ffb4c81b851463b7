import Ledger

extension ModelPurchase {
  /// Returns the purchases of a chain. Subscription periods with one line item are one purchase, and so are
  /// the transactions of a non-consumable between two full refunds. A family share is nobody's copy.
  static func all(
    in transactions: [TransactionFact], _ settings: ModelSettings
  ) -> [ModelPurchase] {
    let apart = Dictionary(grouping: transactions, by: \.transactionID).values.map {
      ModelPurchase($0)
    }
    let kept = apart.filter(\.isOwnNonConsumable)
    let refunds = settings.refundsDivide ? kept.flatMap(\.fullRefunds) : []
    let groups = Dictionary(grouping: apart) { bought in
      guard bought.isOwnNonConsumable else { return bought.periodName }
      let date = bought.purchase.purchaseDate
      return "after refund \(refunds.filter { $0 <= date }.count)"
    }
    return groups.values.map { $0.count == 1 ? $0[0] : joined($0, settings) }
  }

  private var isOwnNonConsumable: Bool {
    purchase.type == .nonConsumable && purchase.ownership == .purchased
  }

  private var periodName: String {
    guard purchase.type == .autoRenewable, let item = purchase.fields.toldItem else {
      return "transaction \(transactionID)"
    }
    return "item \(item)"
  }

  /// The dates of all refunds of everything, reversed or not.
  private var fullRefunds: Set<Instant> {
    Set(
      copies.compactMap(\.revocation.value).map(detailed)
        .filter { $0.percentage ?? 100_000 >= 100_000 }.map(\.date))
  }

  /// Joins the transactions of one purchase. Date, price and token are those of the lowest date and id that
  /// tell them; of a non-consumable storefront and offer too.
  private static func joined(
    _ twins: [ModelPurchase], _ settings: ModelSettings
  ) -> ModelPurchase {
    let sorted = twins.sorted {
      ($0.purchase.purchaseDate, $0.transactionID) < ($1.purchase.purchaseDate, $1.transactionID)
    }
    let fields = sorted.map(\.purchase.fields)
    var one = ModelPurchase(twins: twins, first: sorted[0])
    if settings.firstCopyNamesPrice {
      let price = fields.first(where: \.tellsPrice)
      (one.purchase.price, one.purchase.currency) = (price?.price, price?.currency)
    }
    one.purchase.appAccountToken = fields.compactMap(\.appAccountToken).first
    guard one.purchase.type == .nonConsumable else { return one }
    let country =
      fields.first(where: \.tellsWholeStorefront) ?? fields.first(where: \.tellsStorefront)
    one.purchase.storefront = country?.storefront
    one.purchase.storefrontID = country?.storefrontID
    one.purchase.offer =
      fields.first(where: \.tellsWholeOffer)?.offer ?? fields.compactMap(\.offer).first
    return one
  }
}
