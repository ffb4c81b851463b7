import Ledger

/// A life as the rules keep it: the log, and what they fold from it.
struct CoinLedger {
  private(set) var log: [RecordedEvent] = []
  private(set) var commons = Commons()
  private(set) var books: [ChainID: GrantBook] = [:]
  private(set) var wallets: [AccountReference: Wallet] = [:]
  private(set) var now = Instant(milliseconds: CoinLife.firstMoment)

  init(_ chains: [ChainID]) {
    for chain in chains { books[chain] = GrantBook(chain) }
    for account in CoinLife.accounts {
      wallets[account] = Wallet(of: account, in: CoinLife.bundleID, environment: .production)
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
    case .cataloguePublished, .openingDeclared: commons.take(event)
    case .coinsMoved(let moved): wallets[moved.account]?.evolve(moved)
    case .transactionObserved, .renewalObserved, .chainOwned, .ownershipChanged, .grantMade:
      if case .chain(let chain) = event.stream { books[chain]?.record(recorded) }
    case .noticeReceived, .chainClaimed, .accountErased, .programmeEntered, .termsPublished,
      .accountAliased, .aliasClaimed, .grantAcknowledged, .consentChanged, .epochOpened:
      break
    }
  }

  private static func lane(of stream: StreamID) -> Int16 {
    switch stream {
    case .commons: 0
    case .chain: 1
    case .account, .app: 2
    }
  }

  /// What has to be decided on a chain, in the order of the grants' ids.
  func due(of chain: ChainID) -> [GrantMade] {
    (books[chain]?.due(by: terms(of: chain), decidedAt: now) ?? []).sorted { $0.id < $1.id }
  }

  func unpriced(of chain: ChainID) -> [TransactionID] {
    (books[chain]?.unpriced(by: terms(of: chain)) ?? []).sorted()
  }

  func deliveredElsewhere(of chain: ChainID) -> [TransactionID] {
    (books[chain]?.deliveredElsewhere(by: terms(of: chain)).all ?? []).sorted()
  }

  private func terms(of chain: ChainID) -> GrantTerms {
    commons.grantTerms(of: books[chain]?.chain ?? ChainState(chain))
  }

  func standings(of chain: ChainID, at moment: Instant) -> [GrantStanding] {
    (books[chain]?.standings(at: moment) ?? []).sorted { $0.grant.id < $1.grant.id }
  }

  /// What a chain's grants are worth at a moment; of one worth nothing it does not matter that it
  /// was made.
  func worth(of chain: ChainID, at moment: Instant) -> [Coin: Int64] {
    standings(of: chain, at: moment).reduce(into: [:]) { worth, standing in
      let left = standing.grant.amount - standing.takenBack
      if left > 0 { worth[standing.grant.coin, default: 0] += left }
    }
  }
}
