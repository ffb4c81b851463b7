/// The coin grants for a customer's own purchases.
///
/// A family share grants nothing, nor does a period that was replaced before it began. A renewal
/// known ahead grants its coins at once. Of coins delivered elsewhere, refunds dated before the
/// cut-over were felt elsewhere too.
struct CoinGrants {
  private let timeline: CustomerTimeline

  init(of timeline: CustomerTimeline) {
    self.timeline = timeline
  }

  /// The grants ordered by transaction, then coin.
  var inOrder: [CustomerTruth.Grant] {
    (forSales + forServices)
      .sorted { ($0.transactionId, $0.coin) < ($1.transactionId, $1.coin) }
  }

  private var forSales: [CustomerTruth.Grant] {
    timeline.purchases.filter { !$0.sale.isFamilyShared }.flatMap { purchase in
      purchase.sale.coins.map { coins in
        grant(
          coins.amount * Int64(purchase.sale.quantity), of: coins,
          for: purchase.sale.transaction, purchase.sale.product, purchase.fate)
      }
    }
  }

  private var forServices: [CustomerTruth.Grant] {
    timeline.periods.filter { $0.isOwnAndNotReplacedAhead }.flatMap { period in
      period.service.coins.filter { period.isCharged || $0.duringTrial }.map { coins in
        grant(
          coins.amount, of: coins, for: period.service.transaction, period.service.product,
          period.fate, period)
      }
    }
  }

  private func grant(
    _ amount: Int64, of coins: Coinage.Grant, for transaction: String, _ product: String,
    _ fate: Fate, _ period: Period? = nil
  ) -> CustomerTruth.Grant {
    let isUpgrade = fate.replacedAt != nil && fate.refund(at: timeline.moment)?.isFull != true
    let refund = isUpgrade ? nil : fate.refund(at: timeline.moment)
    let felt = refund.flatMap { $0.at >= coins.deliveredBefore ?? .min ? $0 : nil }
    let refunded =
      felt.map {
        period?.refunded($0, of: amount)
          ?? amount.part($0.shareWithoutTime, of: Fate.Refund.wholeShare)
      } ?? 0
    let unused =
      coins.deliveredBefore == nil ? period?.leftByReplacement(of: amount, timeline.moment) ?? 0 : 0
    return CustomerTruth.Grant(
      transactionId: transaction, productId: product, coin: coins.coin, amount: amount,
      takenBack: max(refunded, unused),
      deliveredBefore: coins.deliveredBefore.map(CustomerTruth.Moment.init))
  }
}

extension Period {
  /// Returns the coins of the time that a replacement left unused, rounded to the nearest.
  fileprivate func leftByReplacement(of amount: Int64, _ moment: Int64) -> Int64 {
    guard let replacedAt = fate.replacedAt, replacedAt <= moment else { return 0 }
    return unused(of: amount, since: replacedAt)
  }

  fileprivate var isOwnAndNotReplacedAhead: Bool {
    !service.isFamilyShared && service.from < fate.replacedAt ?? .max
  }
}
