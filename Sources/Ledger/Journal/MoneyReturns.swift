/// The returned part of one price, step by step.
///
/// At any moment the larger of the refunded share and of the share that an upgrade left unused is given
/// back, never the sum. Each change of it is a step.
struct MoneyReturns {
  struct Step: Hashable {
    let kind: JournalEntry.Kind
    let occurredAt: Instant
    /// The amount of the price by which the returned part changed; positive.
    let amounts: JournalAmounts
  }

  let steps: [Step]

  /// - Parameters:
  ///   - amounts: the parts of the price that was charged.
  ///   - purchase: the purchase, with the copies of its period joined.
  ///   - replaced: the replaced periods of its chain.
  init(of amounts: JournalAmounts, _ purchase: TransactionState, _ replaced: ReplacedPeriods) {
    var steps: [Step] = []
    var (before, upgradedBefore) = (JournalAmounts.zero, Int64(0))
    for moment in Self.moments(of: purchase, replaced) {
      let id = purchase.transactionID
      let upgraded = replaced.unusedShare(of: amounts.price, id, at: moment)
      let returned = max(purchase.refunded(of: amounts.price, at: moment), upgraded)
      let now = amounts.part(Share(of: returned, in: max(amounts.price, 1)))
      if now.price > before.price {
        let isUpgrade = upgraded == returned && upgraded > upgradedBefore
        steps.append(
          Step(
            kind: isUpgrade ? .upgrade : .refund, occurredAt: moment, amounts: now - before))
      } else if now.price < before.price {
        steps.append(Step(kind: .reversal, occurredAt: moment, amounts: before - now))
      }
      (before, upgradedBefore) = (now, upgraded)
    }
    self.steps = steps
  }

  /// The moments at which the returned part may change, ascending. A price is not given back before it
  /// was charged: a copy of a period may have a later date than its refund.
  private static func moments(
    of purchase: TransactionState, _ replaced: ReplacedPeriods
  ) -> [Instant] {
    let history = purchase.revocationHistory
    let refunds = history.revocations.map(\.revocation.date)
    let reversals = history.revocations.compactMap(history.reversal(of:))
    let replacement = [replaced.moment(of: purchase.transactionID)].compactMap(\.self)
    let charged = purchase.purchase.purchaseDate
    return Set((refunds + reversals + replacement).map { max($0, charged) }).sorted()
  }
}
