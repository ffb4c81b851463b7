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
    case .refunded(let id, let share): decide(id, Fate.Decision(at: at, share: share))
    case .refundReversed(let id): decide(id, Fate.Decision(at: at, share: nil))
    case .graced(let chain, let until): fail(chain, at: at, .grace(until: until))
    case .retried(let chain): fail(chain, at: at, .retry)
    case .lapsed(let chain): fail(chain, at: at, .end)
    }
  }

  private mutating func decide(_ transaction: String, _ decision: Fate.Decision) {
    fates[transaction, default: Fate()].decisions.append(decision)
  }

  private mutating func fail(
    _ chain: String, at moment: Int64, _ outcome: Chain.FailedCharge.Outcome
  ) {
    failed.append(Chain.FailedCharge(at: moment, chain: chain, outcome: outcome))
  }
}
