import Ledger

/// A refund of a purchase, known by its date.
struct RefundName: Hashable {
  let purchase: ModelPurchaseName
  let date: Instant
}

/// The refunds of an app by the events within a cut.
struct RefundBook {
  /// A purchase that customers pay for, with everything that Apple gave back of it.
  struct Refunded {
    let bought: ModelPurchase
    let same: ModelCoinPurchase
    let chain: ModelChain
    let replacedAt: Instant?

    /// The refunds; what Apple gave back for an upgrade is none, unless typed as one of everything.
    var refunds: [ModelRefund] {
      same.refunds.filter { $0.isTypedFull || !same.isOfUpgrade($0) }
    }

    func share(at moment: Instant) -> ModelShare {
      same.share(
        at: moment, .prorate, replacedAt: replacedAt, soldFrom: chain.soldFrom(bought),
        ModelCoinRules())
    }

    /// Returns the part of an amount that a refund gave back beyond what was given back before.
    func part(of amount: Int64, givenBackAt date: Instant) -> Int64 {
      let before = share(at: Instant(milliseconds: date.milliseconds - 1))
      return share(at: date).part(of: amount) - before.part(of: amount)
    }

    /// Returns true if Apple had refunded something by a moment and not taken it back.
    func isRefunded(before moment: Instant, countingReversed: Bool) -> Bool {
      refunds.contains { refund in
        refund.date < moment
          && (countingReversed || refund.reversedAt.map { moment <= $0 } ?? true)
      }
    }
  }

  let events: [RecordedEvent]
  let purchases: [ModelPurchaseName: Refunded]

  init(
    _ events: [RecordedEvent], _ settings: ModelSettings, app: BundleID,
    environment: StoreEnvironment
  ) {
    self.events = events
    var purchases: [ModelPurchaseName: Refunded] = [:]
    for chain in ModelFacts(events, settings: settings).chains
    where chain.chain.bundleID == app && chain.chain.environment == environment {
      let coins = ModelCoinChain(chain.chain, events, ModelCoinRules())
      for bought in chain.purchases where bought.isCharged {
        let same = coins.purchases.first { $0.transactionID == bought.transactionID }
        guard let same, !same.refunds.isEmpty else { continue }
        purchases[bought.name] = Refunded(
          bought: bought, same: same, chain: chain,
          replacedAt: chain.period(of: bought)?.replacedAt)
      }
    }
    self.purchases = purchases
  }

  /// Returns the refunds dated before a moment that gave something back.
  func names(before moment: Instant, includingIt: Bool) -> Set<RefundName> {
    var names: Set<RefundName> = []
    for (name, purchase) in purchases {
      for refund in purchase.refunds where purchase.part(of: 100_000, givenBackAt: refund.date) > 0
      {
        guard refund.date < moment || includingIt && refund.date == moment else { continue }
        names.insert(RefundName(purchase: name, date: refund.date))
      }
    }
    return names
  }
}
