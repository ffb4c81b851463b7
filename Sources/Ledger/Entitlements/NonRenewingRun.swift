import Foundation

/// Purchases of one non-renewing subscription whose times follow each other without a gap.
///
/// Apple knows no length of such a subscription; the game's catalog tells it. Each purchase begins when
/// it is made or when the one before it ends, whichever is later.
struct NonRenewingRun {
  struct Purchase {
    let chain: ChainID
    let transaction: TransactionState
    /// The length of a unit by the catalog in force at the purchase; nil if none tells it.
    let period: BillingPeriod?
    /// The number of units that were not refunded.
    fileprivate let units: Int
    /// The share of its time that a refund took from the end of a single unit.
    fileprivate let refunded: Share

    /// Nil if everything was refunded by a moment. A refund in part takes whole units of several, half a unit
    /// counting as one.
    init?(
      _ transaction: TransactionState, in chain: ChainID, every period: BillingPeriod?,
      at moment: Instant
    ) {
      self.chain = chain
      self.transaction = transaction
      self.period = period
      let quantity = Int64(max(1, transaction.purchase.quantity))
      let share = transaction.refundedShare(at: moment)
      units = Int(quantity - (quantity == 1 ? 0 : share.part(of: quantity)))
      refunded = quantity == 1 ? share : .none
      guard share < .all, units > 0 else { return nil }
    }

    fileprivate var order: (Instant, TransactionID, ChainID) {
      let (date, id) = transaction.order
      return (date, id, chain)
    }
  }

  let startsAt: Instant
  private(set) var purchases: [Purchase] = []
  private var months = 0
  private var days = 0
  private var isEndless = false
  /// The time that refunds took.
  private var refunded: Duration = .zero

  /// Returns the run of the last of these purchases, which has all purchases that it follows; nil if
  /// there is none.
  static func last(of purchases: [Purchase]) -> NonRenewingRun? {
    var run: NonRenewingRun?
    for purchase in purchases.sorted(by: { $0.order < $1.order }) {
      if run?.isFollowed(by: purchase) != true { run = NonRenewingRun(from: purchase) }
      run?.add(purchase)
    }
    return run
  }

  private init(from purchase: Purchase) {
    startsAt = purchase.transaction.purchase.purchaseDate
  }

  /// The end by the calendar of UTC, counted from the start of the run: months first, then days, less what
  /// refunds took. Nil if a length is unknown.
  var endsAt: Instant? { isEndless ? nil : paidUntil.map { $0 + (.zero - refunded) } }

  /// The end without refunds.
  private var paidUntil: Instant? {
    let start = Date(timeIntervalSince1970: (Double(startsAt.milliseconds) / 1_000).rounded(.down))
    let length = DateComponents(month: months, day: days)
    guard let end = Self.calendar.date(byAdding: length, to: start) else { return nil }
    return startsAt + (Instant(end) - Instant(start))
  }

  private func isFollowed(by purchase: Purchase) -> Bool {
    endsAt.map { purchase.transaction.purchase.purchaseDate <= $0 } ?? true
  }

  private mutating func add(_ purchase: Purchase) {
    purchases.append(purchase)
    let before = paidUntil
    switch purchase.period {
    case .months(let length): months += length * purchase.units
    case .days(let length): days += length * purchase.units
    case .exactly, nil: isEndless = true
    }
    guard let before, let paidUntil else { return }
    refunded += .milliseconds(purchase.refunded.part(of: (paidUntil - before).milliseconds))
  }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}

extension TransactionState {
  /// Returns the share of the price that was refunded by a moment. A refund that only a shared secret told is
  /// one of everything.
  fileprivate func refundedShare(at moment: Instant) -> Share {
    if isRevoked(at: moment), !isRefunded(at: moment) { return .all }
    return PurchaseReturns(of: self, .none).share(at: moment)
  }
}
