/// The returned part of one price, step by step: each change of the share that was given back.
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
  ///   - times: the times of its chain.
  init(of amounts: JournalAmounts, _ purchase: TransactionState, _ times: SoldTimes) {
    let returns = PurchaseReturns(of: purchase, times)
    var steps: [Step] = []
    var before = JournalAmounts.zero
    // A price is not given back before it was charged: a copy of a period may have a later date than its
    // refund.
    let charged = purchase.purchase.purchaseDate
    for moment in Set(returns.moments.map { max($0, charged) }).sorted() {
      let returned = returns.share(at: moment).part(of: amounts.price)
      let now = amounts.part(Share(of: returned, in: max(amounts.price, 1)))
      if now.price > before.price {
        steps.append(
          Step(
            kind: returns.isUpgrade(at: moment) ? .upgrade : .refund, occurredAt: moment,
            amounts: now - before))
      } else if now.price < before.price {
        steps.append(Step(kind: .reversal, occurredAt: moment, amounts: before - now))
      }
      before = now
    }
    self.steps = steps
  }
}
