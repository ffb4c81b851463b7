import Ledger

/// A transaction, from the list of all its copies.
struct ModelPurchase {
  let chain: ChainID
  let transactionID: TransactionID
  /// The purchase by the newest copy; of the app itself with the price that was published.
  var purchase: Purchase
  /// The newest assertion of the end of the period, or nil if it has none.
  private(set) var expiresDate: Instant?
  /// The first assertion of the end: a later end is an extension.
  private(set) var expiresDateAsSold: Instant?
  let isUpgraded: Bool
  /// True if it is only assumed that nothing was paid.
  var isTakenForTrial = false
  private let copies: [TransactionFact]
  /// The sources of the purchase, of its end and of its first end.
  private let sources: (purchase: Trust, end: Trust?, firstEnd: Trust?)
  /// The transactions that are this period, if there are several; refunds are told of one of them.
  private var twins: [ModelPurchase] = []

  /// Returns the purchases of a chain: transactions with one line item, as last told, are one. Its id,
  /// date, price and token are those of the first.
  static func all(in transactions: [TransactionFact]) -> [ModelPurchase] {
    let apart = Dictionary(grouping: transactions, by: \.transactionID).values
      .map(ModelPurchase.init)
    return Dictionary(grouping: apart, by: \.periodName).values.map { twins in
      twins.count == 1 ? twins[0] : ModelPurchase(twins: twins)
    }
  }

  private var periodName: String {
    let item = purchase.webOrderLineItemID ?? ""
    let isTold = purchase.type == .autoRenewable && item != "" && item != "0"
    return isTold ? "item \(item)" : "transaction \(transactionID)"
  }

  private init(twins: [ModelPurchase]) {
    let first = twins.min {
      ($0.purchase.purchaseDate, $0.transactionID) < ($1.purchase.purchaseDate, $1.transactionID)
    }!
    let whole = ModelPurchase(twins.flatMap(\.copies))
    var purchase = whole.purchase
    purchase.purchaseDate = first.purchase.purchaseDate
    purchase.price = first.purchase.price
    purchase.currency = first.purchase.currency
    purchase.appAccountToken = first.purchase.appAccountToken
    chain = whole.chain
    transactionID = first.transactionID
    self.purchase = purchase
    expiresDate = whole.expiresDate
    expiresDateAsSold = whole.expiresDateAsSold
    isUpgraded = whole.isUpgraded
    copies = whole.copies
    sources = whole.sources
    self.twins = twins
  }

  init(_ copies: [TransactionFact]) {
    let newest = copies.max { $0.assertion < $1.assertion }!
    chain = newest.chain
    transactionID = newest.transactionID
    purchase = copies.toldPurchase
    let end = copies.filter { $0.expiresDate != .silent }.max { $0.assertion < $1.assertion }
    let firstEnd = copies.filter { $0.expiresDate.value != nil }
      .min { $0.assertion.assertedAt < $1.assertion.assertedAt }
    expiresDate = end?.expiresDate.value
    expiresDateAsSold = firstEnd?.expiresDate.value
    sources = (newest.assertion.trust, end?.assertion.trust, firstEnd?.assertion.trust)
    isUpgraded =
      copies.filter { $0.isUpgraded != nil }.max { $0.assertion < $1.assertion }?.isUpgraded == true
    self.copies = copies
  }

  /// The moment at which Apple first said that the transaction was upgraded.
  var upgradeSaid: Instant? {
    copies.filter { $0.isUpgraded == true }.map(\.assertion.assertedAt).min()
  }

  /// Returns true if Apple said, then or later, that the transaction was not upgraded.
  func stands(after moment: Instant) -> Bool {
    copies.contains { $0.isUpgraded == false && $0.assertion.assertedAt >= moment }
  }

  /// Returns the refund in force at that moment, whenever it was asserted: by the newest assertion,
  /// or else one that was dated by then and not reversed by any copy signed by then.
  ///
  /// Money that Apple gave back for an upgrade is no refund, unless typed as one of the whole period.
  func revocation(at moment: Instant) -> Revocation? {
    guard let told = toldRevocation(at: moment) else { return nil }
    return isUpgraded && told.type != "REFUND_FULL" && told == newestRevocation ? nil : told
  }

  /// The revocation of the newest copy that tells of one or of none.
  var newestRevocation: Revocation? {
    guard twins.isEmpty else {
      return twins.compactMap(\.newestRevocation).max { $0.date < $1.date }
    }
    return copies.filter { $0.revocation != .silent }.max { $0.assertion < $1.assertion }?
      .revocation.value
  }

  private func toldRevocation(at moment: Instant) -> Revocation? {
    guard twins.isEmpty else {
      return twins.compactMap { $0.toldRevocation(at: moment) }.max { $0.date < $1.date }
    }
    let told = copies.filter { $0.revocation != .silent }.sorted { $0.assertion < $1.assertion }
    let newest = told.last?.revocation.value
    if let newest, newest.date <= moment { return newest }
    let past = copies.filter { copy in
      guard let revocation = copy.revocation.value, revocation.date <= moment else { return false }
      guard let end = reversal(of: copy) ?? newest?.date else { return false }
      return moment < end
    }
    return past.max { $0.assertion.assertedAt < $1.assertion.assertedAt }?.revocation.value
  }

  /// Returns the moment at which Apple first said afterwards that this refund is gone. A receipt
  /// says nothing about a refund that Apple signed.
  private func reversal(of refunded: TransactionFact) -> Instant? {
    let isSigned = copies.contains {
      $0.assertion.trust == .signed && $0.revocation.value?.date == refunded.revocation.value?.date
    }
    return copies.filter {
      $0.revocation == .absent && $0.assertion.assertedAt > refunded.assertion.assertedAt
        && (!isSigned || $0.assertion.trust == .signed)
    }.map(\.assertion.assertedAt).min()
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

extension Revocation {
  /// True for the refund of a whole period. `REFUND_PRORATED` of less than everything and the end
  /// of family sharing keep the days before them.
  var isOfAll: Bool { type == nil || type == "REFUND_FULL" || percentage == 100_000 }
}
