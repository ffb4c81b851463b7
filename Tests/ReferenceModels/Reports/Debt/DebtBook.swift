import Ledger

/// The purchases with a time of service of one app and environment, by the events within a cut.
struct DebtBook {
  let charges: [DebtCharge]

  init(
    _ events: [RecordedEvent], _ settings: ModelSettings, app: BundleID,
    environment: StoreEnvironment, mutation: DebtMutation?
  ) {
    let chains = ModelFacts(events, settings: settings).chains.filter {
      $0.chain.bundleID == app && $0.chain.environment == environment
    }
    charges = chains.flatMap { chain in
      let coins = ModelCoinChain(chain.chain, events, ModelCoinRules())
      return chain.purchases.filter(\.isCharged).compactMap { bought in
        let same = coins.purchases.first { $0.transactionID == bought.transactionID }
        return same.flatMap {
          coins.isReplacedBeforeStart($0)
            ? nil : Self.charge(bought, $0, of: chain, events, mutation)
        }
      }
    }
  }

  /// Returns nil for a purchase without a known price, and for one that is sold at once.
  private static func charge(
    _ bought: ModelPurchase, _ same: ModelCoinPurchase, of chain: ModelChain,
    _ events: [RecordedEvent], _ mutation: DebtMutation?
  ) -> DebtCharge? {
    guard let price = bought.purchase.price, let currency = bought.purchase.currency else {
      return nil
    }
    let pass = pass(bought, in: chain.chain.bundleID, events, mutation)
    let isSubscription = bought.purchase.type == .autoRenewable
    guard
      var span = isSubscription
        ? subscription(bought, same, of: chain, mutation)
        : DebtSpan(
          start: bought.purchase.purchaseDate, end: pass?(Int64(bought.purchase.quantity)))
    else { return nil }
    span.roundsDown = mutation == .roundsEarnedDown
    let period = mutation == .earnsAfterUpgrade ? nil : chain.period(of: bought)
    let replaced = period.flatMap { period -> Instant? in
      let end = Instant(milliseconds: period.aliveEnd)
      return period.bought.expiresDate.flatMap { end < $0 ? end : nil }
    }
    let dates =
      same.refunds.map(\.date)
      + (mutation == .keepsReversedRefunds ? [] : same.refunds.compactMap(\.reversedAt))
      + [replaced, period?.replacedAt].compactMap(\.self)
    let changes = Set(dates.map { max($0, bought.purchase.purchaseDate) }).sorted()
    return DebtCharge(
      bought: bought, same: same, price: price, currency: currency, span: span,
      replacedAt: period?.replacedAt, endsAt: replaced, changes: changes,
      passEnd: isSubscription ? nil : pass, mutation: mutation)
  }

  /// Returns the time for which a period was sold: without the days that Apple added for nothing, and of a
  /// recovered one from the old end.
  private static func subscription(
    _ bought: ModelPurchase, _ same: ModelCoinPurchase, of chain: ModelChain,
    _ mutation: DebtMutation?
  ) -> DebtSpan? {
    let end = mutation == .earnsExtensions ? bought.expiresDate : same.soldEnd
    let isFromCharge = mutation == .earnsFromRecovery
    return DebtSpan(
      start: isFromCharge ? bought.purchase.purchaseDate : chain.soldFrom(bought), end: end)
  }

  /// Returns the ends of a pass by its units, by the catalog in force at the purchase; nil for anything else.
  static func pass(
    _ bought: ModelPurchase, in app: BundleID, _ events: [RecordedEvent],
    _ mutation: DebtMutation? = nil
  ) -> ((Int64) -> Instant?)? {
    guard bought.purchase.type == .nonRenewing, mutation != .sellsPassesAtOnce else { return nil }
    let date = bought.purchase.purchaseDate
    let published = events.compactMap { event -> CatalogPublished? in
      if case .shared(.catalogPublished(let catalog)) = event.event { catalog } else { nil }
    }.filter { published in
      published.bundleID == app && published.validFrom <= date
        && published.catalog.products.contains { $0.productID == bought.purchase.productID }
    }
    let inForce = published.enumerated().max {
      ($0.element.validFrom, $0.offset) < ($1.element.validFrom, $1.offset)
    }?.element
    let product = inForce?.catalog.products.first { $0.productID == bought.purchase.productID }
    guard let period = product?.period else { return nil }
    return { DebtCalendar.end(of: period, times: $0, after: date) }
  }
}
