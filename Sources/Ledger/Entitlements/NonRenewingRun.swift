import Foundation

/// Purchases of one non-renewing subscription whose times follow each other without a gap.
///
/// Apple knows no length of such a subscription; the game's catalog tells it. Each purchase begins when
/// it is made or when the one before it ends, whichever is later.
struct NonRenewingRun {
  struct Purchase {
    let chain: ChainID
    let transaction: TransactionState
    /// The length by the catalog in force at the purchase; nil if none tells it.
    let period: BillingPeriod?

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

  /// The end by the calendar of UTC, counted from the start of the run: months first, then days. Nil if
  /// a length is unknown.
  var endsAt: Instant? {
    guard !isEndless else { return nil }
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
    let count = Int(max(1, purchase.transaction.purchase.quantity))
    switch purchase.period {
    case .months(let length): months += length * count
    case .days(let length): days += length * count
    case .exactly, nil: isEndless = true
    }
  }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
