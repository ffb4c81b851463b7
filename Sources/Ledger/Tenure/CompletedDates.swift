/// The own periods of one chain in one group, in order, with the milliseconds that receipts cut off.
///
/// A receipt tells dates in whole seconds and a signed transaction in milliseconds. The time from a date
/// of one kind to a date of the other would be wrong by up to a second, which is enough to lose a whole
/// day, or the reduced rate. Apple's periods touch and keep their milliseconds from renewal to renewal:
/// a date of a receipt takes those of the signed period that follows in the same second, or else those
/// of the end that it continues. The length of a period stays the same.
struct CompletedDates {
  let transactions: [TransactionState]

  /// - Parameter transactions: transactions of trust 1 and 2. What only a shared secret asserted is
  ///   left out.
  init(_ transactions: some Sequence<TransactionState>) {
    let sorted = transactions.map(\.withoutSharedSecret).sorted { $0.order < $1.order }
    guard sorted.contains(where: \.hasDateOfReceipt) else {
      self.transactions = sorted
      return
    }
    var completed = sorted
    for index in completed.indices.reversed() where completed[index].isOfReceipt {
      guard let next = completed[(index + 1)...].first else { continue }
      completed[index].touch(next)
    }
    for index in completed.indices where completed[index].hasDateOfReceipt {
      completed[index].follow(completed[..<index].last)
    }
    self.transactions = completed
  }
}

extension TransactionState {
  /// True if a receipt told the period, in whole seconds.
  fileprivate var isOfReceipt: Bool {
    trust == .receipt
      && [purchase.purchaseDate, expiresDate].allSatisfy {
        $0.map { $0.fraction == .zero } ?? true
      }
  }

  /// True if a receipt told the first expiry of a signed period.
  fileprivate var isSignedLater: Bool {
    trust == .signed && earliestExpiry?.assertion.trust == .receipt
  }

  fileprivate var hasDateOfReceipt: Bool { isOfReceipt || isSignedLater }

  /// Takes the milliseconds of the next period, if this one ends in the second in which that begins.
  fileprivate mutating func touch(_ next: TransactionState) {
    let start = next.purchase.purchaseDate
    guard expiresDate?.second == start.second else { return }
    completeDates(by: start.fraction)
  }

  /// Takes the milliseconds of its own signed expiry, or else those of the end before it: of a period
  /// that it continues at once, or from which it kept the day of renewal.
  fileprivate mutating func follow(_ previous: TransactionState?) {
    guard isOfReceipt else { return completeDates(by: expiresDate?.fraction ?? .zero) }
    guard let end = previous?.expiresDate else { return }
    let start = purchase.purchaseDate
    let isWhole = expiresDate.map { BillingPeriod(from: start, to: $0).isSold } ?? true
    if end.second == start.second || !isWhole { completeDates(by: end.fraction) }
  }
}
