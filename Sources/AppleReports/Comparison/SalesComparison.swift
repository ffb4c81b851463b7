import Ledger

/// A comparison of what the ledger has sold with Apple's sales files, by Pacific day, product, storefront
/// and currency, sales and refunds apart, and within these by new or renewal, unit price and rate.
package struct SalesComparison: Sendable {
  private let ledger: [Sold.Key: Sold]
  private let apple: [Sold.Key: Sold]
  private let undivided: Set<Sold.Key>
  private let days: ToldDays

  /// - Parameter undivided: the sales of Apple's files that belong to one of several apps.
  package init(
    ledger: [Sold.Key: Sold], apple: [Sold.Key: Sold], undivided: Set<Sold.Key> = [],
    days: ToldDays
  ) {
    self.ledger = ledger.filter { !$0.value.isNothing }
    self.apple = apple
    self.undivided = undivided
    self.days = days
  }

  /// The differences by day, product, storefront and currency. Added to the ledger's sums they give
  /// Apple's.
  package var differences: [SalesDifference] {
    let found = Set(ledger.keys).union(apple.keys).union(undivided).sorted { $0.order < $1.order }
      .flatMap(differences)
    return OtherDays.named(found)
  }

  private func differences(of key: Sold.Key) -> [SalesDifference] {
    if undivided.contains(key), apple[key] == nil { return undivided(key) }
    return switch (ledger[key], apple[key]) {
    case (let own?, nil):
      SoldGap(key, from: own, to: Sold())
        .all(days.tell(own, of: key.day) ? .notInFiles : .missingFile)
    case (nil, let told?): SoldGap(key, from: Sold(), to: told).all(.notInLedger)
    case (let own?, let told?): differences(of: key, own, told)
    case (nil, nil): []
    }
  }

  /// Returns what the ledger has of an undivided sale, or a difference of nothing, which names the product.
  private func undivided(_ key: Sold.Key) -> [SalesDifference] {
    if let own = ledger[key] { return SoldGap(key, from: own, to: Sold()).all(.undivided) }
    return [
      SalesDifference(
        reason: .undivided, key: key, units: nil, sales: 0, proceeds: 0,
        proceedsCurrency: key.currency)
    ]
  }

  private func differences(of key: Sold.Key, _ own: Sold, _ told: Sold) -> [SalesDifference] {
    var gap = SoldGap(key, from: own, to: told)
    let isPaidElsewhere = Set(own.proceeds.keys) != Set(told.proceeds.keys)
    let last: SalesDifference.Reason = isPaidElsewhere ? .otherCurrency : .estimatedTax
    guard let matching = UnitMatching(ledger: own, apple: told, isRefund: key.isRefund) else {
      if own.sales != told.sales { return gap.all(.otherAmount) }
      let hasSameRate = own.salesAfterAYear == told.salesAfterAYear
      return gap.all(isPaidElsewhere || hasSameRate ? last : .otherRate)
    }
    var differences = matching.matches.flatMap { match in gap.take(match, of: matching) }
    differences += gap.take(matching.rest, of: matching)
    return differences + gap.all(gap.sales != 0 ? .otherAmount : last)
  }
}

extension Sold.Key {
  fileprivate var order: (String, String, String, String, Int) {
    (day.description, product, storefront ?? "", currency, isRefund ? 1 : 0)
  }
}
