/// The way from the ledger's figures of one day, product, storefront and currency to Apple's, as far as no
/// difference has named it yet.
struct SoldGap {
  private let key: Sold.Key
  private(set) var sales: Int128
  private var proceeds: [String: Int128]
  /// True if proceeds are compared by currency.
  private let hasSameCurrencies: Bool

  init(_ key: Sold.Key, from own: Sold, to told: Sold) {
    self.key = key
    sales = told.sales - own.sales
    proceeds = told.proceeds.merging(own.proceeds.mapValues { -$0 }, uniquingKeysWith: +)
    hasSameCurrencies = Set(own.proceeds.keys) == Set(told.proceeds.keys)
  }

  /// Returns all that is left under one reason.
  func all(_ reason: SalesDifference.Reason) -> [SalesDifference] {
    differences(reason, nil, sales, proceeds)
  }

  /// Takes out the difference between matched units.
  mutating func take(
    _ match: UnitMatching.Match, of matching: UnitMatching
  ) -> [SalesDifference] {
    let count = (key.isRefund ? -1 : 1) * match.units
    let price = (match.told.unitPrice ?? 0) - (match.own.unitPrice ?? 0)
    let (own, told) = (matching.own[match.own], matching.told[match.told])
    return take(
      match.reason, SalesDifference.Units(part: match.told, count: count), Int128(count) * price
    ) { currency in
      Int128(count)
        * ((told?.unitProceeds(in: currency) ?? 0) - (own?.unitProceeds(in: currency) ?? 0))
    }
  }

  /// Takes out the units that one side has more of, as one difference.
  mutating func take(
    _ rest: [SoldPart: Int64], of matching: UnitMatching
  ) -> [SalesDifference] {
    guard !rest.isEmpty else { return [] }
    let sign: Int128 = key.isRefund ? -1 : 1
    let only = rest.count == 1 ? rest.first : nil
    let units = only.map {
      SalesDifference.Units(part: $0.key, count: Int64(sign) * $0.value)
    }
    let sales = rest.reduce(Int128(0)) { $0 + sign * Int128($1.value) * ($1.key.unitPrice ?? 0) }
    return take(.otherAmount, units, sales) { currency in
      rest.reduce(Int128(0)) { sum, item in
        let side = item.value > 0 ? matching.told : matching.own
        let unit = side[item.key]?.unitProceeds(in: currency) ?? 0
        return sum + sign * Int128(item.value) * unit
      }
    }
  }

  private mutating func take(
    _ reason: SalesDifference.Reason, _ units: SalesDifference.Units?, _ sales: Int128,
    _ amount: (String) -> Int128
  ) -> [SalesDifference] {
    let named =
      hasSameCurrencies
      ? Dictionary(uniqueKeysWithValues: proceeds.keys.map { ($0, amount($0)) })
      : [key.currency: 0]
    self.sales -= sales
    for (currency, amount) in named { proceeds[currency, default: 0] -= amount }
    return differences(reason, units, sales, named)
  }

  /// Returns the difference in each currency of proceeds, the sales beside the first one.
  private func differences(
    _ reason: SalesDifference.Reason, _ units: SalesDifference.Units?, _ sales: Int128,
    _ proceeds: [String: Int128]
  ) -> [SalesDifference] {
    let currencies = proceeds.keys
      .sorted { ($0 == key.currency ? 0 : 1, $0) < ($1 == key.currency ? 0 : 1, $1) }
    return currencies.enumerated().map { index, currency in
      SalesDifference(
        reason: reason, key: key, units: index == 0 ? units : nil, sales: index == 0 ? sales : 0,
        proceeds: proceeds[currency] ?? 0, proceedsCurrency: currency)
    }.filter { $0.units != nil || $0.sales != 0 || $0.proceeds != 0 }
  }
}
