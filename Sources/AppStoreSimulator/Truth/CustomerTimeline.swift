/// The history of one customer by one moment, grouped into purchases, periods and chains.
struct CustomerTimeline {
  struct Purchase {
    let sale: OneTimePurchase
    let fate: Fate
  }

  let moment: Int64
  /// The one-time purchases, in order of purchase.
  let purchases: [Purchase]
  /// The periods in order of beginning; periods with the same beginning are in order of happening.
  let periods: [Period]
  /// The chains, ordered by id.
  let chains: [Chain]

  /// - Parameter happenings: the customer's happenings in order, none after the moment except those
  ///   that moved an end.
  init(_ happenings: [Happening], at moment: Int64) {
    var sorting = Sorting()
    for happening in happenings { sorting.add(happening) }
    let fates = sorting.fates
    self.moment = moment
    purchases = sorting.sales.map { Purchase(sale: $0, fate: fates[$0.transaction] ?? Fate()) }
    periods = Self.inOrder(sorting.services).map {
      Period(service: $0, fate: fates[$0.transaction] ?? Fate())
    }
    chains = Self.chains(of: periods, sorting.failed, at: moment)
  }

  private static func inOrder(_ services: [Service]) -> [Service] {
    services.enumerated()
      .sorted { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }
      .map(\.element)
  }

  private static func chains(
    of periods: [Period], _ failed: [Chain.FailedCharge], at moment: Int64
  ) -> [Chain] {
    let begun = periods.filter { $0.hasBegun(at: moment) }
    return Dictionary(grouping: begun, by: \.service.chain).sorted { $0.key < $1.key }
      .compactMap { chain, periods in
        Chain(periods, failed: failed.filter { $0.chain == chain }, at: moment)
      }
  }
}

private struct Sorting {
  /// Fates by transaction.
  var fates: [String: Fate] = [:]
  var sales: [OneTimePurchase] = []
  var services: [Service] = []
  var failed: [Chain.FailedCharge] = []

  mutating func add(_ happening: Happening) {
    let at = happening.at
    switch happening.event {
    case .bought(let sale): sales.append(sale)
    case .served(let service): services.append(service)
    case .replaced(let id): fates[id, default: Fate()].replacedAt = at
    case .extended(let id, let until): fates[id, default: Fate()].extendedUntil = until
    case .unshared(let id): fates[id, default: Fate()].unsharedAt = at
    case .refunded(let id, let share): decide(id, at, .refund(share: share))
    case .refundReversed(let id): decide(id, at, .reversal)
    case .graced(let chain, let until, let isEndTold):
      fail(chain, at: at, .grace(until: until, isEndTold: isEndTold))
    case .retried(let chain): fail(chain, at: at, .retry)
    case .lapsed(let chain): fail(chain, at: at, .end)
    }
  }

  private mutating func decide(
    _ transaction: String, _ moment: Int64, _ outcome: Fate.Decision.Outcome
  ) {
    fates[transaction, default: Fate()].decisions.append(
      Fate.Decision(at: moment, outcome: outcome))
  }

  private mutating func fail(
    _ chain: String, at moment: Int64, _ outcome: Chain.FailedCharge.Outcome
  ) {
    failed.append(Chain.FailedCharge(at: moment, chain: chain, outcome: outcome))
  }
}

extension CustomerTimeline {
  var owned: [CustomerTruth.Owned] {
    (nonConsumables + nonRenewing + subscriptions)
      .sorted { ($0.productId, $0.transactionId) < ($1.productId, $1.transactionId) }
  }

  /// The last purchase of each chain. There are two if the refund of the first was reversed after the
  /// product was bought again.
  private var nonConsumables: [CustomerTruth.Owned] {
    Dictionary(grouping: held(.nonConsumable), by: \.chain).values.compactMap(\.last)
      .map { Self.owned($0) }
  }

  /// The last purchase of each product. It ends when all passes that follow each other are used up, and
  /// never if the game gives no time for one of them.
  private var nonRenewing: [CustomerTruth.Owned] {
    let passes = purchases.filter { $0.sale.kind == .nonRenewing }.map { purchase in
      PassTime(purchase.sale, purchase.fate, at: moment)
    }
    return Dictionary(grouping: passes.filter { $0.units > 0 }, by: \.sale.product).values
      .compactMap { passes -> CustomerTruth.Owned? in
        guard let last = passes.last else { return nil }
        let end = PassTime.end(of: passes)
        if let end, end <= moment { return nil }
        return Self.owned(last.sale, until: end.map(CustomerTruth.Moment.init))
      }
  }

  private func held(_ kind: Product.Kind) -> [OneTimePurchase] {
    purchases.filter { $0.sale.kind == kind && !$0.fate.isWithdrawn(at: moment) }.map(\.sale)
  }

  private static func owned(
    _ sale: OneTimePurchase, until end: CustomerTruth.Moment? = nil
  ) -> CustomerTruth.Owned {
    CustomerTruth.Owned(
      productId: sale.product, type: sale.kind.rawValue,
      ownership: CustomerTruth.Ownership(isFamilyShared: sale.isFamilyShared),
      transactionId: sale.transaction, originalTransactionId: sale.chain,
      subscriptionGroupId: nil, state: .active, expiresAt: end)
  }

  private var subscriptions: [CustomerTruth.Owned] {
    chains.compactMap { chain in
      switch chain.status {
      case .active: Self.owned(chain.truth, .active)
      case .gracePeriod: Self.owned(chain.truth, .gracePeriod)
      case .expired, .billingRetry, .revoked: nil
      }
    }
  }

  private static func owned(
    _ status: CustomerTruth.SubscriptionTruth, _ state: CustomerTruth.Owned.State
  ) -> CustomerTruth.Owned {
    CustomerTruth.Owned(
      productId: status.productId, type: Product.Kind.autoRenewable.rawValue,
      ownership: status.ownership, transactionId: status.transactionId,
      originalTransactionId: status.originalTransactionId,
      subscriptionGroupId: status.subscriptionGroupId, state: state,
      expiresAt: status.expiresAt)
  }
}

extension CustomerTimeline {
  var paid: [CustomerTruth.Amount] {
    Self.sums(charges.map(\.price))
  }

  /// The refunds. The part of the old period that an upgrade gives back is no refund.
  var refunded: [CustomerTruth.Amount] {
    Self.sums(
      charges.map { Money($0.refunded, $0.price.currency) })
  }

  var consumables: [CustomerTruth.Consumable] {
    purchases.filter { $0.sale.kind == .consumable }.map { purchase in
      CustomerTruth.Consumable(
        transactionId: purchase.sale.transaction, productId: purchase.sale.product,
        quantity: purchase.sale.quantity,
        takenBackShare: purchase.fate.refund(at: moment)?.shareWithoutTime ?? 0)
    }
  }

  /// The charges by the moment, with what is refunded of each, rounded down where Apple told the share. A
  /// renewal known ahead is not charged yet.
  private var charges: [(price: Money, refunded: Int64)] {
    let sales = purchases.compactMap { purchase in
      purchase.sale.price.map { ($0, refunded(of: $0, purchase.fate, nil)) }
    }
    let services = periods.filter { $0.service.chargedAt <= moment }.compactMap { period in
      period.service.price.map { ($0, refunded(of: $0, period.fate, period)) }
    }
    return sales + services
  }

  private func refunded(of price: Money, _ fate: Fate, _ period: Period?) -> Int64 {
    guard let refund = fate.refund(at: moment) else { return 0 }
    if let period, refund.share == nil {
      return period.unused(of: price.milliunits, since: refund.at)
    }
    return price.milliunits * refund.shareWithoutTime / Fate.Refund.wholeShare
  }

  private static func sums(_ amounts: [Money]) -> [CustomerTruth.Amount] {
    Dictionary(grouping: amounts.filter { $0.milliunits > 0 }, by: \.currency)
      .sorted { $0.key < $1.key }
      .map { currency, amounts in
        CustomerTruth.Amount(
          currency: currency, milliunits: amounts.map(\.milliunits).reduce(0, +))
      }
  }
}
