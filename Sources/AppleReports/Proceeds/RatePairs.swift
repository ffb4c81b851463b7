/// Recognition of the two rates by the proceeds of one product at one price.
///
/// Two values of the proceeds in the ratio 85 : 70 are the share after a year of paid service and
/// the standard share. Settled reports tell the rate in no other way. A change of the developer's
/// program, such as entering the Small Business Program, has the same ratio.
package struct RatePairs: Sendable {
  /// The proceeds of one unit at both rates.
  package struct Pair: Hashable, Sendable {
    package let standard: ExactDecimal
    package let afterOneYear: ExactDecimal
  }

  /// The sales of one product at one price in one storefront.
  package struct Group: Hashable, Sendable {
    package let storefront: String
    package let product: String
    package let price: ExactDecimal
    package let priceCurrency: String
    package let proceedsCurrency: String

    package init(_ observation: ProceedsObservation) {
      storefront = observation.storefront
      product = observation.product
      price = observation.price
      priceCurrency = observation.priceCurrency
      proceedsCurrency = observation.proceedsCurrency
    }
  }

  private static let standardShare: Int64 = 70
  private static let higherShare: Int64 = 85
  /// The fewest rounding steps in proceeds that tell the ratio from others.
  private static let stepsMin: Int64 = 20
  /// Currencies of ISO 4217 without a minor unit.
  private static let wholeCurrencies: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
    "VUV", "XAF", "XOF", "XPF",
  ]

  /// The groups in which exactly one pair was recognized.
  package let pairs: [Group: Pair]

  package init(in observations: some Sequence<ProceedsObservation>) {
    var values: [Group: Set<ExactDecimal>] = [:]
    for observation in observations {
      values[Group(observation), default: []].insert(observation.proceeds)
    }
    var pairs: [Group: Pair] = [:]
    for (group, values) in values {
      pairs[group] = Self.pair(in: values, currency: group.proceedsCurrency)
    }
    self.pairs = pairs
  }

  /// Returns the rate of an observation whose proceeds are one of a recognized pair; nil for others.
  package func rate(of observation: ProceedsObservation) -> ProceedsRate? {
    guard let pair = pairs[Group(observation)] else { return nil }
    if observation.proceeds == pair.standard { return .standard }
    return observation.proceeds == pair.afterOneYear ? .afterOneYear : nil
  }

  /// Finds the two values in the ratio 85 : 70, each rounded by less than a hundredth of the currency,
  /// or by less than one where the currency has no smaller unit and all values are whole.
  ///
  /// Nil without such a pair, with more than one, and for values of less than twenty such steps, in
  /// which the ratio cannot be told from others.
  package static func pair(in values: Set<ExactDecimal>, currency: String) -> Pair? {
    let isWhole = wholeCurrencies.contains(currency) && values.allSatisfy { $0.whole != nil }
    let step = isWhole ? ExactDecimal(1) : ExactDecimal(milliunits: 10)
    let tolerance = step * higherShare
    let sorted = values.sorted().drop { $0 < step * stepsMin }
    let pairs = sorted.flatMap { standard in
      sorted.filter { higher in
        let distance = higher * standardShare - standard * higherShare
        return standard < higher && distance.magnitude < tolerance
      }.map { Pair(standard: standard, afterOneYear: $0) }
    }
    return pairs.count == 1 ? pairs[0] : nil
  }
}
