/// The service before a charge of a subscription, on which its rate rests.
struct RatedService: Hashable {
  let period: ServicePeriod
  let before: AccruedService
  let doubt: ChargeDoubt
}

/// A chain as it was last rated, so that an event rates again only the charges that it changes.
///
/// A further signed renewal at the end of the chain changes no earlier charge, and is rated alone. A
/// fact that repeats what was known of a transaction or of grace changes no charge. Every other fact
/// may reach back, by a replacement, a copy of a period, a grace, a refund, or a date of a receipt:
/// then all periods are counted again, and the charges whose service changed are rated.
struct RatedChain {
  private var services: [TransactionID: RatedService]
  /// Nil if the periods decide what a grace follows.
  private let graces: KnownGraces?
  private let hasCopies: Bool
  private var end: RenewalEnd?

  /// - Parameters:
  ///   - purchases: the purchases of the chain.
  ///   - histories: the histories of the chain alone.
  init(
    _ chain: ChainState, _ purchases: ChainPurchases, _ services: [TransactionID: RatedService],
    _ histories: [ServiceHistory]
  ) {
    self.services = services
    graces = KnownGraces(chain.renewal)
    hasCopies = purchases.hasCopies
    end = graces != nil && histories.count == 1 ? RenewalEnd(of: chain, histories[0]) : nil
  }

  /// Returns true if a charge of the chain has the same rate as before.
  func isRated(_ id: TransactionID, _ service: RatedService?, of chain: ChainState) -> Bool {
    guard let service, let known = services[id] else { return false }
    return known.before == service.before
      && known.period.charge == service.period.charge
  }

  /// Takes a fact that was joined to the chain. Returns the services to rate, none or that of one new
  /// renewal; nil if the fact may change other charges too.
  ///
  /// - Parameter known: the transaction before the fact; nil if it is new.
  mutating func apply(
    _ event: LedgerEvent, to chain: ChainState, after known: TransactionState?
  ) -> [RatedService]? {
    guard case .chain(let event) = event, case .fact(let fact) = event.topic else { return nil }
    switch fact {
    case .renewal: return graces != nil && graces == KnownGraces(chain.renewal) ? [] : nil
    case .transaction(let fact):
      guard let state = chain.transactions[fact.transactionID] else { return nil }
      if let known { return !hasCopies && state.restates(known, in: chain) ? [] : nil }
      guard let service = end?.append(state, to: chain) else { return nil }
      services[fact.transactionID] = service
      return [service]
    }
  }
}
