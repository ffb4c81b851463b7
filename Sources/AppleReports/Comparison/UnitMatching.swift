/// The units that the ledger and Apple's file divide otherwise, of one product in one storefront on one
/// day. A unit that only the ledger has is matched with the one that only Apple has and that differs least.
struct UnitMatching {
  struct Match {
    let reason: SalesDifference.Reason
    let own: SoldPart
    let told: SoldPart
    /// Positive, also for refunds.
    let units: Int64
  }

  /// The parts as they are compared.
  let own: [SoldPart: SoldUnits]
  let told: [SoldPart: SoldUnits]
  private(set) var matches: [Match] = []
  /// The units that only Apple has, less those that only the ledger has; positive also for refunds that
  /// only Apple has. They all have one sign.
  private(set) var rest: [SoldPart: Int64] = [:]

  /// Nil if one side does not tell the number of its units.
  init?(ledger: Sold, apple: Sold, isRefund: Bool) {
    let parts = Set(ledger.parts.keys).union(apple.parts.keys)
    guard parts.allSatisfy({ $0.unitPrice != nil }) else { return nil }
    // A blank compares with nothing.
    let isDivided = parts.allSatisfy { $0.subscription != nil }
    own = Self.units(of: ledger, isDivided: isDivided)
    told = Self.units(of: apple, isDivided: isDivided)
    let sign: Int64 = isRefund ? -1 : 1
    for part in parts.map({ isDivided ? $0 : $0.withoutSubscription }) {
      let more = sign * ((told[part]?.count ?? 0) - (own[part]?.count ?? 0))
      rest[part] = more == 0 ? nil : more
    }
    forgetOtherSteps()
    for pass in Self.passes { match(where: pass.isMatch, pass.reason) }
  }

  private static func units(of sold: Sold, isDivided: Bool) -> [SoldPart: SoldUnits] {
    sold.parts.reduce(into: [:]) { units, item in
      units[isDivided ? item.key : item.key.withoutSubscription, default: SoldUnits()] += item.value
    }
  }

  /// Leaves out units of which another number has the same sum: what is given back of one price comes in
  /// any number of steps.
  private mutating func forgetOtherSteps() {
    for (_, parts) in Dictionary(grouping: rest.keys, by: \.facts) {
      let units = parts.reduce(Int64(0)) { $0 + (rest[$1] ?? 0) }
      let sum = parts.reduce(Int128(0)) { $0 + Int128(rest[$1] ?? 0) * ($1.unitPrice ?? 0) }
      if units != 0, sum == 0 { for part in parts { rest[part] = nil } }
    }
  }

  private typealias Pass = (
    isMatch: (SoldPart, SoldPart) -> Bool,
    reason: (SoldPart, SoldPart) -> SalesDifference.Reason
  )

  /// The ways in which two units may differ, the least first.
  private static var passes: [Pass] {
    [
      (
        { $0.unitPrice == $1.unitPrice && $0.subscription == $1.subscription },
        { _, _ in .otherRate }
      ),
      (
        { $0.unitPrice == $1.unitPrice },
        { $1.subscription == .new ? .newForRenewal : .renewalForNew }
      ),
      ({ $0.facts == $1.facts }, { _, _ in .otherPrice }),
      ({ _, _ in true }, { _, _ in .otherPrice }),
    ]
  }

  private mutating func match(
    where isMatch: (SoldPart, SoldPart) -> Bool,
    _ reason: (SoldPart, SoldPart) -> SalesDifference.Reason
  ) {
    for own in rest.keys.sorted() {
      for told in rest.keys.sorted() {
        guard let less = rest[own], let more = rest[told], less < 0, more > 0, isMatch(own, told)
        else { continue }
        let units = min(-less, more)
        matches.append(Match(reason: reason(own, told), own: own, told: told, units: units))
        rest[own] = less + units == 0 ? nil : less + units
        rest[told] = more == units ? nil : more - units
      }
    }
  }
}

extension SoldPart {
  /// All facts without the price.
  fileprivate var facts: SoldPart {
    SoldPart(subscription: subscription, unitPrice: nil, isAfterAYear: isAfterAYear)
  }
}
