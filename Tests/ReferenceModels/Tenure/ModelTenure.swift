package import Ledger

/// The length of a year of service and of the longest gap, in milliseconds, with the rules that a mutation
/// may change.
package struct ModelSettings: Sendable {
  package var yearOfService: Int64
  package var gapMax: Int64
  /// The longest retry after which the rate of a commitment's month is certain.
  var retryMax: Int64 = 60 * 86_400_000
  /// True if a non-consumable can be bought again after a full refund.
  var refundsDivide = true
  /// True if a period that was refunded by then cannot be replaced.
  var refundsPreventReplacement = true
  /// True if the price of several copies is that of the first; otherwise of the newest.
  var firstCopyNamesPrice = true

  package init(
    yearOfService: Int64 = 364 * 86_400_000 + 43_200_000,
    gapMax: Int64 = 60 * 86_400_000 + 3_600_000
  ) {
    self.yearOfService = yearOfService
    self.gapMax = gapMax
  }
}

/// The model's answer about tenure; times in milliseconds.
package struct ModelTenure {
  package enum State: String { case none, accruing, paused, lapsed }

  package let total: Int64
  package internal(set) var state = State.none
  package internal(set) var paidThrough: Int64?
  package internal(set) var restartsAt: Int64?
  /// The paid time of each transaction, without those that have none.
  package internal(set) var paid: [TransactionID: Int64] = [:]
  /// Paid time since the last restart, by the day it lies in and then by transaction.
  package internal(set) var days: [Int64: [TransactionID: Int64]] = [:]
  /// True if a gap was too long.
  package internal(set) var hasRestarted = false

  init(total: Int64) {
    self.total = total
  }

  package var daysOfPaidService: Int64 { total / 86_400_000 }

  /// Returns the paid time of each calendar day in UTC, keyed by the day's beginning.
  static func days(_ count: ModelCount) -> [Int64: [TransactionID: Int64]] {
    guard count.total > 0 else { return [:] }
    var days: [Int64: [TransactionID: Int64]] = [:]
    for slice in count.slices.dropFirst(count.restartedAfter) {
      var day = slice.span.start / 86_400_000 * 86_400_000
      while day < slice.span.end {
        let next = day + 86_400_000
        let share = min(slice.span.end, next) - max(slice.span.start, day)
        days[day, default: [:]][slice.transactionID, default: 0] += share
        day = next
      }
    }
    return days
  }
}
