/// The part of the price of one unit that Apple has given back, as it changed.
///
/// The part is that of the refund in force, or the share of a period that an upgrade left unused,
/// whichever is larger.
struct GivenBack: Sendable {
  struct Step: Sendable {
    /// Milliseconds since 1970.
    let at: Int64
    /// The amount given back from then on in milliunits.
    let amount: Int64
  }

  /// A share of a period that was left unused when an upgrade replaced the period.
  private struct Unused {
    let at: Int64
    let part: Int64
    let whole: Int64
  }

  /// The changes in order.
  let steps: [Step]

  /// The part of a one-time purchase.
  init(of fate: Fate, price: Int64, chargedAt: Int64) {
    self.init(fate, nil, price: price, chargedAt: chargedAt)
  }

  /// The part of a period. Days given by an extension are no part of what was sold.
  init(of period: Period, price: Int64) {
    let service = period.service
    let unused = period.fate.replacedAt.map { moment in
      let whole = max(service.until - service.from, 1)
      return Unused(
        at: moment, part: min(max(service.until - moment, 0), whole), whole: whole)
    }
    self.init(period.fate, unused, price: price, chargedAt: service.chargedAt)
  }

  private init(_ fate: Fate, _ unused: Unused?, price: Int64, chargedAt: Int64) {
    var amount: Int64 = 0
    var steps: [Step] = []
    for moment in Set(fate.decisions.map(\.at) + [unused?.at].compactMap(\.self)).sorted() {
      let refunded = fate.refund(at: moment).map { price.part($0.share, of: Self.wholeShare) }
      let left = unused.flatMap { $0.at <= moment ? price.part($0.part, of: $0.whole) : nil }
      let now = max(refunded ?? 0, left ?? 0)
      if now != amount { steps.append(Step(at: max(moment, chargedAt), amount: now)) }
      amount = now
    }
    self.steps = steps
  }

  /// A whole price in thousandths of a percent.
  private static let wholeShare: Int64 = 100_000
}
