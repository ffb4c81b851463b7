package import Ledger

/// A comparison of what the ledger has sold with Apple's sales files, by Pacific day, product, storefront
/// and currency, sales and refunds apart.
package struct SalesComparison: Sendable {
  private let ledger: [Sold.Key: Sold]
  private let apple: [Sold.Key: Sold]
  /// The days of which Apple's file is there.
  private let days: Set<CivilDate>

  package init(ledger: [Sold.Key: Sold], apple: [Sold.Key: Sold], days: Set<CivilDate>) {
    self.ledger = ledger.filter { !$0.value.isNothing }
    self.apple = apple
    self.days = days
  }

  /// The differences by day, product, storefront and currency. Added to the ledger's sums they give
  /// Apple's.
  package var differences: [SalesDifference] {
    let found = Set(ledger.keys).union(apple.keys).sorted { $0.order < $1.order }
      .flatMap(differences)
    return withOtherDays(found)
  }

  private func differences(of key: Sold.Key) -> [SalesDifference] {
    switch (ledger[key], apple[key]) {
    case (let own?, nil):
      difference(days.contains(key.day) ? .notInFiles : .missingFile, key, from: own, to: Sold())
    case (nil, let told?): difference(.notInLedger, key, from: Sold(), to: told)
    case (let own?, let told?):
      if own.sales != told.sales {
        difference(.otherAmount, key, from: own, to: told)
      } else if Set(own.proceeds.keys) != Set(told.proceeds.keys) {
        difference(.otherCurrency, key, from: own, to: told)
      } else if own.salesAfterAYear != told.salesAfterAYear {
        difference(.otherRate, key, from: own, to: told)
      } else {
        difference(.estimatedTax, key, from: own, to: told)
      }
    case (nil, nil): []
    }
  }

  /// Returns the difference in each currency of proceeds, the sales beside the first one.
  private func difference(
    _ reason: SalesDifference.Reason, _ key: Sold.Key, from own: Sold, to told: Sold
  ) -> [SalesDifference] {
    var sales = told.sales - own.sales
    var differences: [SalesDifference] = []
    let currencies = Set(own.proceeds.keys).union(told.proceeds.keys)
      .sorted { ($0 == key.currency ? 0 : 1, $0) < ($1 == key.currency ? 0 : 1, $1) }
    for currency in currencies {
      let proceeds = (told.proceeds[currency] ?? 0) - (own.proceeds[currency] ?? 0)
      if sales != 0 || proceeds != 0 {
        differences.append(
          SalesDifference(
            reason: reason, key: key, sales: sales, proceeds: proceeds,
            proceedsCurrency: currency))
      }
      sales = 0
    }
    return differences
  }

  /// Gives pairs of opposite differences on neighboring days their own reason: Apple and the ledger
  /// disagree about the day alone.
  private func withOtherDays(_ found: [SalesDifference]) -> [SalesDifference] {
    var differences = found
    var open: [SalesDifference.Place: Int] = [:]
    for index in differences.indices {
      let difference = differences[index]
      guard difference.mayBeOfOtherDay else { continue }
      let before = difference.place(daysLater: -1, sales: -difference.sales)
      if let other = open[before] {
        differences[index].reason = .otherDay
        differences[other].reason = .otherDay
        open[before] = nil
      } else {
        open[difference.place(daysLater: 0, sales: difference.sales)] = index
      }
    }
    return differences
  }
}

extension SalesDifference {
  /// The place of a difference, by which its opposite is found.
  fileprivate struct Place: Hashable {
    let key: Sold.Key
    let sales: Int128
  }

  fileprivate var mayBeOfOtherDay: Bool {
    switch reason {
    case .notInFiles, .notInLedger, .otherAmount: sales != 0
    case .missingFile, .otherDay, .otherRate, .otherCurrency, .estimatedTax: false
    }
  }

  fileprivate func place(daysLater days: Int64, sales: Int128) -> Place {
    let day = CivilDate(daysSince1970: key.day.daysSince1970 + days)
    return Place(
      key: Sold.Key(
        day: day, product: key.product, storefront: key.storefront, currency: key.currency,
        isRefund: key.isRefund), sales: sales)
  }
}

extension Sold.Key {
  fileprivate var order: (String, String, String, String, Int) {
    (day.description, product, storefront ?? "", currency, isRefund ? 1 : 0)
  }
}
