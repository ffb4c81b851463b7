import Ledger

/// The months of a commitment that are still to be charged, and their price.
struct DebtCommitment {
  var months: Int128 = 0
  var price: Int128 = 0
}

extension DebtCharge {
  /// Returns what is still to be charged of the commitment whose month runs in the last moment before another
  /// one; nil if none runs.
  func commitment(before moment: Instant) -> DebtCommitment? {
    let last = Instant(milliseconds: moment.milliseconds - 1)
    guard let told = bought.purchase.commitment, told.periods > 0, runs(at: last) else {
      return nil
    }
    let present: Int32 = mutation == .commitsPresentMonth ? 1 : 0
    let left = Int128(max(0, Int64(told.periods) - Int64(told.period)) + Int64(present))
    guard let whole = told.price else {
      return DebtCommitment(months: left, price: left * Int128(price))
    }
    let (part, rest) = (Int128(whole) * left).quotientAndRemainder(
      dividingBy: Int128(told.periods))
    return DebtCommitment(
      months: left, price: rest * 2 >= Int128(told.periods) ? part + 1 : part)
  }

  private func runs(at moment: Instant) -> Bool {
    guard bought.purchase.purchaseDate <= moment, let end = bought.expiresDate, moment < end,
      endsAt.map({ moment < $0 }) ?? true
    else { return false }
    return mutation == .commitsAfterRefund || !isRefunded(at: moment)
  }
}
