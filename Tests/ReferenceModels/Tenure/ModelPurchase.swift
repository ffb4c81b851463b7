import Ledger

/// A purchase, from the list of all copies of its transactions.
struct ModelPurchase {
  let chain: ChainID
  let transactionID: TransactionID
  /// The purchase by its copies; of the app itself with the price that was published.
  var purchase: Purchase
  /// The end of the period by the newest copy that tells one.
  private(set) var expiresDate: Instant?
  /// The first assertion of the end: a later end is an extension.
  private(set) var expiresDateAsSold: Instant?
  let isUpgraded: Bool
  /// True if it is only assumed that nothing was paid.
  var isTakenForTrial = false
  /// The copies, the newest last.
  let copies: [TransactionFact]
  /// The sources of the purchase date, of the end and of the first end.
  let sources: (purchase: Trust, end: Trust?, firstEnd: Trust?)
  /// The transactions that are this purchase, if there are several.
  let twins: [ModelPurchase]

  init(_ copies: [TransactionFact], twins: [ModelPurchase] = []) {
    let copies = copies.sorted { $0.assertion < $1.assertion }
    let newest = copies[copies.count - 1]
    chain = newest.chain
    transactionID = newest.transactionID
    purchase = copies.toldPurchase
    let end = copies.last { $0.expiresDate.value != nil }
    let firstEnd = copies.filter { $0.expiresDate.value != nil }
      .min { $0.assertion.assertedAt < $1.assertion.assertedAt }
    expiresDate = end?.expiresDate.value
    expiresDateAsSold = firstEnd?.expiresDate.value
    sources = (newest.assertion.trust, end?.assertion.trust, firstEnd?.assertion.trust)
    isUpgraded = copies.last { $0.isUpgraded != nil }?.isUpgraded == true
    self.copies = copies
    self.twins = twins
  }

  /// Creates the purchase that several transactions are. It is known by the first of them.
  init(twins: [ModelPurchase], first: ModelPurchase) {
    let whole = ModelPurchase(twins.flatMap(\.copies), twins: twins)
    chain = whole.chain
    transactionID = first.transactionID
    purchase = whole.purchase
    purchase.purchaseDate = first.purchase.purchaseDate
    expiresDate = whole.expiresDate
    expiresDateAsSold = whole.expiresDateAsSold
    sources = whole.sources
    isUpgraded = whole.isUpgraded
    copies = whole.copies
    self.twins = twins
  }

  /// The moment at which Apple first said that the transaction was upgraded.
  var upgradeSaid: Instant? {
    copies.filter { $0.isUpgraded == true }.map(\.assertion.assertedAt).min()
  }

  /// Returns true if Apple said, then or later, that the transaction was not upgraded.
  func stands(after moment: Instant) -> Bool {
    copies.contains { $0.isUpgraded == false && $0.assertion.assertedAt >= moment }
  }

  /// True if the customer pays for these days.
  var isCharged: Bool {
    purchase.ownership != .familyShared && purchase.price != 0
      && (purchase.type != .app || purchase.price != nil)
      && purchase.offer?.discountType != "FREE_TRIAL" && !isTakenForTrial
  }

  /// Tells the price of the app itself, which Apple signs nowhere, by the last row of its Pacific day.
  mutating func tellPrice(by rows: [AppPrices.Row]) {
    for row in rows {
      let from = PacificTime.start(of: row.firstDay)
      let to = PacificTime.start(of: CivilDate(daysSince1970: row.lastDay.daysSince1970 + 1))
      guard from <= purchase.purchaseDate, purchase.purchaseDate < to else { continue }
      (purchase.price, purchase.currency) = (row.price, row.currency)
      purchase.storefront = row.storefront
    }
  }

  /// True if a receipt told the dates, in whole seconds.
  var isToldByReceipt: Bool {
    sources.purchase == .receipt
      && [purchase.purchaseDate, expiresDate].allSatisfy { $0.map(\.isWholeSecond) ?? true }
  }

  /// True if a receipt told the first end of a signed purchase.
  var isSignedAfterReceipt: Bool {
    sources.purchase == .signed && sources.firstEnd == .receipt
  }

  /// Adds milliseconds to the dates that receipts told in whole seconds.
  mutating func complete(by milliseconds: Int64) {
    func completed(_ date: Instant) -> Instant {
      date.isWholeSecond ? Instant(milliseconds: date.milliseconds + milliseconds) : date
    }
    if sources.purchase == .receipt { purchase.purchaseDate = completed(purchase.purchaseDate) }
    if sources.end == .receipt { expiresDate = expiresDate.map(completed) }
    if sources.firstEnd == .receipt { expiresDateAsSold = expiresDateAsSold.map(completed) }
  }

  /// True for an introductory offer of which Apple told neither price nor kind.
  var isOfUntoldOffer: Bool {
    purchase.offer?.type == 1 && purchase.offer?.discountType == nil && purchase.price == nil
      && purchase.type == .autoRenewable
  }

  /// True for a month of a yearly plan that is billed by the month.
  var isBilledMonthly: Bool {
    purchase.type == .autoRenewable
      && (purchase.billingPlanType == "MONTHLY" || purchase.commitment != nil)
  }

  /// The length as sold.
  var length: ModelLength? {
    expiresDateAsSold.map { ModelLength($0.milliseconds - purchase.purchaseDate.milliseconds) }
  }

  /// Returns true if the offer is shorter than the plan, or if its plan is unknown.
  func isTrial(of plan: ModelLength?) -> Bool {
    guard let plan, let length else { return true }
    return length.isShorter(than: plan)
  }
}

extension Instant {
  fileprivate var isWholeSecond: Bool { milliseconds.isMultiple(of: 1_000) }
}
