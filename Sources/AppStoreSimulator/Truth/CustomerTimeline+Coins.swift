extension CustomerTimeline {
  /// The coin grants for the customer's own purchases. A family share grants nothing, nor does a
  /// period that was replaced before it began. A renewal known ahead grants its coins at once.
  var grants: [CustomerTruth.Grant] {
    (grantsForSales + grantsForServices)
      .sorted { ($0.transactionId, $0.coin) < ($1.transactionId, $1.coin) }
  }

  private var grantsForSales: [CustomerTruth.Grant] {
    purchases.filter { !$0.sale.isFamilyShared }.flatMap { purchase in
      purchase.sale.coins.map { coins in
        grant(
          coins.amount * Int64(purchase.sale.quantity), of: coins.coin,
          for: purchase.sale.transaction, purchase.sale.product, purchase.fate)
      }
    }
  }

  private var grantsForServices: [CustomerTruth.Grant] {
    periods.filter { $0.isOwnAndNotReplacedAhead }.flatMap { period in
      period.service.coins.filter { period.isCharged || $0.duringTrial }.map { coins in
        grant(
          coins.amount, of: coins.coin, for: period.service.transaction, period.service.product,
          period.fate)
      }
    }
  }

  private func grant(
    _ amount: Int64, of coin: String, for transaction: String, _ product: String, _ fate: Fate
  ) -> CustomerTruth.Grant {
    let share = fate.refund(at: moment)?.share ?? 0
    return CustomerTruth.Grant(
      transactionId: transaction, productId: product, coin: coin, amount: amount,
      takenBack: amount * share / 100_000)
  }
}

extension Period {
  fileprivate var isOwnAndNotReplacedAhead: Bool {
    !service.isFamilyShared && service.from < fate.replacedAt ?? .max
  }
}
