extension CustomerTimeline {
  var paid: [CustomerTruth.Amount] {
    Self.sums(charges.map(\.price))
  }

  /// The refunds. The part of the old period that an upgrade gives back is no refund.
  var refunded: [CustomerTruth.Amount] {
    Self.sums(
      charges.compactMap { price, fate in
        fate.refund(at: moment).map { refund in
          Money(price.milliunits * refund.share / 100_000, price.currency)
        }
      })
  }

  var consumables: [CustomerTruth.Consumable] {
    purchases.filter { $0.sale.kind == .consumable }.map { purchase in
      CustomerTruth.Consumable(
        transactionId: purchase.sale.transaction, productId: purchase.sale.product,
        quantity: purchase.sale.quantity,
        takenBackShare: purchase.fate.refund(at: moment)?.share ?? 0)
    }
  }

  /// The charges by the moment. A renewal known ahead is not charged yet.
  private var charges: [(price: Money, fate: Fate)] {
    let sales = purchases.map { ($0.sale.price, $0.fate) }
    let services = periods.filter { $0.service.chargedAt <= moment }
      .map { ($0.service.price, $0.fate) }
    return (sales + services).compactMap { price, fate in price.map { ($0, fate) } }
  }

  private static func sums(_ amounts: [Money]) -> [CustomerTruth.Amount] {
    Dictionary(grouping: amounts.filter { $0.milliunits > 0 }, by: \.currency)
      .sorted { $0.key < $1.key }
      .map { currency, amounts in
        CustomerTruth.Amount(
          currency: currency, milliunits: amounts.map(\.milliunits).reduce(0, +))
      }
  }
}
