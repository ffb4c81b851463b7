/// A check of uncertain charges against Apple's sales files, charge by charge.
///
/// Within one day, product, storefront, currency, price and kind of purchase, the units that Apple paid
/// after a year, less the ledger's certain ones, are those among the uncertain charges. None or all of
/// them determine each charge.
package struct RateCheck: Sendable {
  /// The finding about one charge.
  package struct Result: Hashable, Sendable {
    package let finding: RateFinding
    /// The rate that Apple paid; nil if it is undetermined.
    package let rate: ProceedsRate?

    fileprivate init(_ charge: UncertainCharge, rate: ProceedsRate) {
      let isAfterAYear = rate == .afterOneYear
      finding = charge.part.isAfterAYear == isAfterAYear ? .confirmed : .refuted
      self.rate = rate
    }

    /// An undetermined rate.
    package init(_ reason: RateFinding.Reason) {
      (finding, rate) = (.undetermined(reason), nil)
    }
  }

  /// The charges that Apple's files do not tell apart.
  private struct Group: Hashable {
    let key: Sold.Key
    /// Nil if Apple's file of the day does not tell.
    let subscription: SoldPart.Subscription?
    let unitPrice: Int128?
  }

  private let ledger: [Sold.Key: Sold]
  private let apple: [Sold.Key: Sold]
  private let undivided: Set<Sold.Key>
  private let days: ToldDays

  /// - Parameters:
  ///   - ledger: all sales of the time, the uncertain charges among them.
  ///   - undivided: the sales of Apple's files that belong to one of several apps.
  ///   - days: the days of which Apple's files are there.
  package init(
    ledger: [Sold.Key: Sold], apple: [Sold.Key: Sold], undivided: Set<Sold.Key> = [],
    days: ToldDays
  ) {
    self.ledger = ledger
    self.apple = apple
    self.undivided = undivided
    self.days = days
  }

  /// Returns a result for each charge, in their order.
  ///
  /// - Parameter charges: all uncertain charges of the time.
  package func results(for charges: [UncertainCharge]) -> [Result] {
    let groups = Dictionary(grouping: charges, by: group)
    let rates = groups.reduce(into: [Group: GroupRate]()) { rates, item in
      rates[item.key] = rate(of: item.key, item.value)
    }
    return charges.map { charge in
      switch rates[group(of: charge)] {
      case .one(let rate): Result(charge, rate: rate)
      case .unknown(let reason): Result(reason)
      case nil: Result(.missingFile)
      }
    }
  }

  /// The rate that all charges of a group have.
  private enum GroupRate {
    case one(ProceedsRate)
    case unknown(RateFinding.Reason)
  }

  private func rate(of group: Group, _ charges: [UncertainCharge]) -> GroupRate {
    guard days.tellSubscriptions(of: group.key.day) else { return .unknown(.missingFile) }
    guard !undivided.contains(group.key) else { return .unknown(.undivided) }
    guard group.unitPrice != nil else { return .unknown(.noPrice) }
    let (own, told) = (units(in: ledger, of: group), units(in: apple, of: group))
    guard own.all == told.all else { return .unknown(.otherNumber) }
    let uncertain = Int64(charges.count)
    let certain = own.afterAYear - Int64(charges.count { $0.part.isAfterAYear })
    switch told.afterAYear - certain {
    case 0: return .one(.standard)
    case uncertain: return .one(.afterOneYear)
    case 1..<max(uncertain, 1): return .unknown(.someOfSeveral)
    default: return .unknown(.otherCertain)
    }
  }

  private func group(of charge: UncertainCharge) -> Group {
    let told = apple[charge.key]?.parts.keys.allSatisfy { $0.subscription != nil } ?? true
    return Group(
      key: charge.key, subscription: told ? charge.part.subscription : nil,
      unitPrice: charge.part.unitPrice)
  }

  /// Returns the number of units of a group, and of those after a year.
  private func units(
    in sold: [Sold.Key: Sold], of group: Group
  ) -> (all: Int64, afterAYear: Int64) {
    (sold[group.key]?.parts ?? [:]).reduce(into: (all: 0, afterAYear: 0)) { sum, item in
      guard item.key.unitPrice == group.unitPrice,
        group.subscription == nil || item.key.subscription == group.subscription
      else { return }
      sum.all += item.value.count
      if item.key.isAfterAYear { sum.afterAYear += item.value.count }
    }
  }
}
