import Ledger

/// A purchase as grants see it, from the list of all copies of trust 1 and 2.
struct ModelCoinPurchase {
  let transactionID: TransactionID
  /// The purchase by its copies.
  var purchase: Purchase
  let copies: [TransactionFact]
  /// The transactions that are this purchase, if there are several.
  let twins: [ModelCoinPurchase]

  init(_ copies: [TransactionFact]) {
    transactionID = copies[0].transactionID
    purchase = copies.toldPurchase
    self.copies = copies
    twins = []
  }

  /// Creates the one purchase that several transactions are. It is known by the first.
  init(twins: [ModelCoinPurchase]) {
    let sorted = twins.sorted { $0.isBefore($1) }
    copies = twins.flatMap(\.copies)
    transactionID = sorted[0].transactionID
    purchase = copies.toldPurchase
    purchase.purchaseDate = sorted[0].purchase.purchaseDate
    self.twins = sorted
    takePrice()
    if purchase.type == .nonConsumable { takeOffer() }
  }

  func isBefore(_ other: ModelCoinPurchase) -> Bool {
    (purchase.purchaseDate, transactionID) < (other.purchase.purchaseDate, other.transactionID)
  }

  /// Takes price and token from the first transactions that tell them.
  private mutating func takePrice() {
    let prices = twins.map { ($0.purchase.price, $0.purchase.currency) }
    let price =
      prices.first { $0.0 != nil && $0.1 != nil } ?? prices.first { $0.0 != nil } ?? (nil, nil)
    (purchase.price, purchase.currency) = price
    purchase.appAccountToken = twins.compactMap(\.purchase.appAccountToken).first
  }

  private mutating func takeOffer() {
    let offers = twins.map(\.purchase).filter { $0.offer != nil }
    purchase.offer = (offers.first(where: \.fields.tellsWholeOffer) ?? offers.first)?.offer
  }

  func isSame(as id: TransactionID) -> Bool {
    transactionID == id || twins.contains { $0.transactionID == id }
  }

  var isOwn: Bool { purchase.ownership == .purchased }

  /// True for a period of a subscription that cost nothing.
  var isFree: Bool {
    purchase.type == .autoRenewable
      && (purchase.offer?.discountType == "FREE_TRIAL" || purchase.price == 0)
  }

  /// True for an introductory offer of which Apple told neither price nor kind.
  var isOfUntoldOffer: Bool {
    purchase.type == .autoRenewable && purchase.offer?.type == 1
      && purchase.offer?.discountType == nil && purchase.price == nil
  }

  /// The first day with a price that Apple signs for each charge: 2023-10-26.
  private static let pricesSince: Int64 = 1_698_278_400_000

  /// True for a period under another offer than an introductory one, signed without price and kind at a time
  /// when Apple signs both.
  var isOfOwedOffer: Bool {
    guard let offer = purchase.offer, offer.type != 1, offer.discountType == nil else {
      return false
    }
    return purchase.type == .autoRenewable && isOwn && purchase.price == nil
      && purchase.purchaseDate.milliseconds >= Self.pricesSince
      && copies.contains { $0.assertion.trust == .signed }
  }

  /// True for a month of a yearly plan that is billed by the month.
  var isBilledMonthly: Bool {
    purchase.billingPlanType == "MONTHLY" || purchase.commitment != nil
  }

  /// The end as sold, by the first copy that tells one.
  var soldEnd: Instant? {
    copies.filter { $0.expiresDate.value != nil }
      .min { $0.assertion.assertedAt < $1.assertion.assertedAt }?.expiresDate.value
  }

  /// The length as sold.
  var length: ModelLength? {
    soldEnd.map { ModelLength($0.milliseconds - purchase.purchaseDate.milliseconds) }
  }

  var expiresDate: Instant? {
    copies.filter { $0.expiresDate.value != nil }.max { $0.assertion < $1.assertion }?
      .expiresDate.value
  }

  /// The moment at which Apple first said that the period was upgraded.
  var upgradeSaid: Instant? {
    copies.filter { $0.isUpgraded == true }.map(\.assertion.assertedAt).min()
  }

  var isUpgraded: Bool {
    copies.filter { $0.isUpgraded != nil }.max { $0.assertion < $1.assertion }?.isUpgraded == true
  }

  /// Returns true if the transaction was first asserted by then.
  func isKnown(by moment: Instant) -> Bool {
    copies.contains { $0.expiresDate.value != nil && $0.assertion.assertedAt <= moment }
  }

  func isSaidToStand(since moment: Instant) -> Bool {
    copies.contains { $0.isUpgraded == false && $0.assertion.assertedAt >= moment }
  }
}

extension ModelCoinPurchase {
  /// Returns the purchases of a chain in their order: subscription periods with one line item are one, and a
  /// non-consumable is one until it is refunded in full. A family share is a purchase of its own.
  static func all(in facts: [TransactionFact], _ rules: ModelCoinRules) -> [ModelCoinPurchase] {
    let apart = Dictionary(grouping: facts, by: \.transactionID).values.map { Self($0) }
      .sorted { $0.isBefore($1) }
    let kept = apart.filter { $0.purchase.type == .nonConsumable && $0.isOwn }
    let refunds = rules.refundsDivide ? kept.flatMap(\.fullRefunds) : []
    var purchases: [[ModelCoinPurchase]] = []
    for one in kept {
      let last = purchases.last?.last?.purchase.purchaseDate
      if let last, !refunds.contains(where: { last < $0 && $0 <= one.purchase.purchaseDate }) {
        purchases[purchases.count - 1].append(one)
      } else {
        purchases.append([one])
      }
    }
    let others = apart.filter { one in !kept.contains { $0.transactionID == one.transactionID } }
    let items = Dictionary(grouping: others) { rules.joinsCopies ? $0.lineItem : nil }
    for (item, copies) in items {
      purchases += item == nil ? copies.map { [$0] } : [copies]
    }
    return purchases.map { $0.count == 1 ? $0[0] : Self(twins: $0) }.sorted { $0.isBefore($1) }
  }

  /// The line item of a subscription period; nil if Apple did not tell it.
  private var lineItem: String? {
    purchase.type == .autoRenewable ? purchase.fields.toldItem : nil
  }
}
