import Ledger

/// The change that an event makes to the rows of the chains projection.
enum ChainRowChange {
  /// The event joins the state of a chain.
  case joined(ChainID)
  case claimed(ChainClaimed)
  /// An erasure, which also frees the name unless it is older than such erasures.
  case erased(AccountReference, NamingRow?)
  case named(NamingRow)
  case promoted(PromotionEvent)

  /// Returns nil for an event that changes no row.
  init?(_ event: LedgerEvent) {
    switch event {
    case .chain(let event): self.init(event.topic)
    case .account(let event): self.init(event.topic)
    case .shared: return nil
    }
  }

  private init?(_ topic: ChainTopic) {
    switch topic {
    case .fact(let fact): self = .joined(fact.chain)
    case .ownership(let decision): self = .joined(decision.chain)
    case .notification, .grant: return nil
    }
  }

  private init?(_ topic: AccountTopic) {
    switch topic {
    case .claim(let claim): self = .claimed(claim)
    case .erasure(let erasure): self = .erased(erasure.account, NamingRow(erasure))
    case .alias(let event): self = .named(NamingRow(event))
    case .promotion(let event): self = .promoted(event)
    case .coins, .consent: return nil
    }
  }
}
