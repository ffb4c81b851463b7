import Ledger

/// The refunds of an app by the events within a cut.
struct RefundBook {
  /// A purchase that customers pay for, with everything that Apple gave back of it.
  struct Refunded {
    let bought: ModelPurchase
    let same: ModelCoinPurchase
    let chain: ModelChain

    /// The refunds; what Apple gave back for an upgrade is none, unless typed as one of everything.
    var refunds: [ModelRefund] {
      same.refunds.filter { $0.isTypedFull || !same.isOfUpgrade($0) }
    }

    /// Returns true if Apple had refunded something by a moment and not taken it back.
    func isRefunded(before moment: Instant, countingReversed: Bool) -> Bool {
      !bought.isOfUntoldOffer
        && refunds.contains { refund in
          refund.date < moment
            && (countingReversed || end(of: refund).map { moment <= $0 } ?? true)
        }
    }

    /// Returns the moment at which Apple took a refund back, or at which an upgrade that was told later took its
    /// place; nil while it stands.
    private func end(of refund: ModelRefund) -> Instant? {
      let upgrade = same.refunds.first {
        $0.isNewest && !$0.isTypedFull && same.isOfUpgrade($0)
      }
      let replacedAt = refund.isNewest ? nil : upgrade?.date
      return [refund.reversedAt, replacedAt].compactMap(\.self).min()
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
          bought: bought, same: same, chain: chain)
      }
    }
    self.purchases = purchases
  }
}
