import Ledger

/// A life as the rules see it: the log, and the state folded from it.
struct CoinLedger {
  private(set) var log: [RecordedEvent] = []
  private(set) var shared = SharedState()
  private(set) var books: [ChainID: GrantBook] = [:]
  private(set) var wallets: [AccountReference: Wallet] = [:]
  private(set) var now = Instant(milliseconds: CoinLife.firstMoment)

  init(_ life: CoinLife) {
    for chain in life.chains { books[chain] = GrantBook(chain) }
    for account in life.accounts {
      wallets[account] = Wallet(
        of: account, in: CoinLife.app(of: account), environment: .production)
    }
  }

  mutating func hear(_ news: CoinNews) {
    now = max(now, news.at)
    record(news.event)
  }

  mutating func record(_ event: LedgerEvent) {
    let id = EventID(lane: Self.lane(of: event.stream), position: Int64(log.count + 1))
    let recorded = RecordedEvent(id: id, recordedAt: now, event: event, evidence: nil)
    log.append(recorded)
    switch event {
    case .shared(.catalogPublished), .shared(.cutOverDeclared): shared.apply(event)
    case .account(.coinsMoved(let moved)): wallets[moved.account]?.evolve(moved)
    case .chain(.transactionObserved), .chain(.renewalObserved), .chain(.chainOwned),
      .chain(.ownershipChanged), .chain(.grantMade), .chain(.chainPosted), .chain(.chainReplaced),
      .chain(.grantAssigned):
      if case .chain(let chain) = event.stream { books[chain]?.record(recorded) }
    case .chain(.notificationReceived), .chain(.grantAcknowledged), .account(.chainClaimed),
      .account(.accountErased), .account(.accountAliased), .account(.aliasClaimed),
      .account(.consentChanged), .account(.tokenWithdrawn), .account(.accountsMerged),
      .account(.promotionGranted), .account(.promotionWithdrawn),
      .shared(.programEntered), .shared(.termsPublished),
      .shared(.epochOpened), .shared(.rulesChanged), .shared(.taxesPublished),
      .shared(.settlementRecorded), .shared(.pricesPublished), .shared(.periodClosed),
      .shared(.actRecorded), .shared(.appleFileKept), .shared(.evidenceLost):
      break
    }
  }

  private static func lane(of stream: StreamID) -> Int16 {
    switch stream {
    case .shared: 0
    case .chain: 1
    case .account, .app: 2
    }
  }

  /// Returns the decisions due on a chain, in the order of the grants' ids.
  func due(of chain: ChainID) -> [GrantMade] {
    (books[chain]?.due(by: terms(of: chain), decidedAt: now) ?? []).sorted { $0.id < $1.id }
  }

  func unpriced(of chain: ChainID) -> [TransactionID] {
    (books[chain]?.unpriced(by: terms(of: chain)) ?? []).sorted()
  }

  func deliveredElsewhere(of chain: ChainID) -> [TransactionID] {
    (books[chain]?.grantedExternally(by: terms(of: chain)).all ?? []).sorted()
  }

  private func terms(of chain: ChainID) -> GrantTerms {
    shared.grantTerms(of: chain)
  }

  func statuses(of chain: ChainID, at moment: Instant) -> [GrantStatus] {
    (books[chain]?.statuses(at: moment) ?? []).sorted { $0.grant.id < $1.grant.id }
  }

  /// Returns the worth of a chain's grants at a moment. Leaves out grants worth nothing, whether
  /// they were made or not, and those that were delivered elsewhere.
  func worth(of chain: ChainID, at moment: Instant) -> [Coin: Int128] {
    statuses(of: chain, at: moment).filter { !$0.grant.isDeliveredElsewhere }.reduce(into: [:]) {
      worth, status in
      let left = Int128(status.grant.amount - status.takenBack)
      if left > 0 { worth[status.grant.coin, default: 0] += left }
    }
  }
}
