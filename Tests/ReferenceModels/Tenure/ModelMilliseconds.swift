import Ledger

/// The milliseconds of dates that receipts tell in whole seconds, for the own periods of one chain in one
/// group, in order.
///
/// A period of a receipt takes those of the period that begins in the second in which it ends. Otherwise it
/// takes those of the end before it, if it begins in that second, or if its own length is none that Apple
/// sells. The first end of a signed period that a receipt told takes those of the signed end.
enum ModelMilliseconds {
  static func completed(_ periods: [ModelPurchase]) -> [ModelPurchase] {
    var periods = periods
    for index in periods.indices.dropLast().reversed() where periods[index].isToldByReceipt {
      let next = periods[index + 1].purchase.purchaseDate.milliseconds
      guard let end = periods[index].expiresDate, second(end.milliseconds) == second(next) else {
        continue
      }
      periods[index].complete(by: rest(next))
    }
    for index in periods.indices {
      if periods[index].isToldByReceipt {
        guard index > 0, let end = periods[index - 1].expiresDate?.milliseconds else { continue }
        let start = periods[index].purchase.purchaseDate
        let isWhole =
          periods[index].expiresDate.map { ModelLength.isSold(from: start, to: $0) } ?? true
        if second(start.milliseconds) == second(end) || !isWhole {
          periods[index].complete(by: rest(end))
        }
      } else if periods[index].isSignedAfterReceipt {
        periods[index].complete(by: rest(periods[index].expiresDate?.milliseconds ?? 0))
      }
    }
    return periods
  }

  private static func second(_ milliseconds: Int64) -> Int64 {
    (milliseconds - rest(milliseconds)) / 1_000
  }

  private static func rest(_ milliseconds: Int64) -> Int64 {
    let rest = milliseconds % 1_000
    return rest < 0 ? rest + 1_000 : rest
  }
}
