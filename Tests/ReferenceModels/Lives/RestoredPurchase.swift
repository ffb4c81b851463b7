import AppStoreSimulator
import Ledger

/// A non-consumable with copies under other ids, as devices and restores get them, and with refunds under any
/// of them. What comes after a full refund was bought again.
struct RestoredPurchase {
  private static let day = CalendarDay.length

  private(set) var transactions: [AppleTransaction]
  private(set) var isBoughtAgain = false
  /// True if a refund names another id than the first.
  private(set) var hasRefundedCopy = false
  private(set) var hasSeveralRefunds = false

  /// - Parameter copy: returns the transaction of a number and date.
  init(
    _ first: AppleTransaction, by random: inout SplitMix64,
    copy: (Int, Int64, inout SplitMix64) -> AppleTransaction
  ) {
    transactions = [first]
    var date = first.start
    for number in 2...Int(random.number(2...4)) {
      let refund = transactions.compactMap(\.refunds.first?.revocation).max { $0.date < $1.date }
      date =
        max(date, refund?.date.milliseconds ?? date)
        + random.pick([0, 0, random.number(1...40 * Self.day)])
      if refund?.percentage == 100_000 { isBoughtAgain = true }
      transactions.append(copy(number, date, &random))
      if random.chance(2) { befall(by: &random) }
      if random.chance(3) { befall(by: &random) }
    }
  }

  /// Refunds one of the transactions after the last one was bought, in full or in part, now and then until a
  /// reversal.
  private mutating func befall(by random: inout SplitMix64) {
    let index = Int(random.number(0...Int64(transactions.count - 1)))
    guard transactions[index].refunds.isEmpty,
      transactions[index].purchase.ownership == .purchased
    else { return }
    let date =
      transactions[transactions.count - 1].start + random.number(1...30 * Self.day)
    let type = random.pick(["REFUND_FULL", "REFUND_PRORATED"])
    let isPart = type == "REFUND_PRORATED" && !random.chance(5)
    let revocation = Revocation(
      date: Instant(milliseconds: date), reason: 0, type: type,
      percentage: isPart ? Int32(random.number(1...99_999)) : 100_000)
    hasSeveralRefunds = transactions.contains { !$0.refunds.isEmpty }
    if index > 0 { hasRefundedCopy = true }
    transactions[index].refunds = [
      AppleTransaction.Refund(
        revocation: revocation,
        reversedAt: random.chance(3) ? date + random.number(1...40 * Self.day) : nil)
    ]
  }
}
