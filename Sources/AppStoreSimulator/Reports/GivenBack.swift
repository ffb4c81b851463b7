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

  /// The changes in order.
  let steps: [Step]

  /// The part of a one-time purchase.
  init(of fate: Fate, price: Int64, chargedAt: Int64) {
    self.init(fate, replacedAt: nil, chargedAt: chargedAt) { refund in
      price.part(refund.shareWithoutTime, of: Fate.Refund.wholeShare)
    } left: { _ in
      0
    }
  }

  /// The part of a period. Days given by an extension are no part of what was sold.
  init(of period: Period, price: Int64) {
    self.init(
      period.fate, replacedAt: period.fate.replacedAt, chargedAt: period.service.chargedAt
    ) { refund in
      period.refunded(refund, of: price)
    } left: { moment in
      period.unused(of: price, since: moment)
    }
  }

  /// - Parameters:
  ///   - refunded: returns the amount that a refund gives back.
  ///   - left: returns the amount that a replacement at a moment leaves unused.
  private init(
    _ fate: Fate, replacedAt: Int64?, chargedAt: Int64, refunded: (Fate.Refund) -> Int64,
    left: (Int64) -> Int64
  ) {
    var amount: Int64 = 0
    var steps: [Step] = []
    for moment in Set(fate.decisions.map(\.at) + [replacedAt].compactMap(\.self)).sorted() {
      let back = fate.refund(at: moment).map(refunded)
      let unused = replacedAt.flatMap { $0 <= moment ? left($0) : nil }
      let now = max(back ?? 0, unused ?? 0)
      if now != amount { steps.append(Step(at: max(moment, chargedAt), amount: now)) }
      amount = now
    }
    self.steps = steps
  }
}
