import Ledger

/// Grants and wallets once more, written from the words of the rules alone and in the plainest way
/// there is: for every question it begins with the list of recorded events anew.
struct CoinsTwin {
  let events: [RecordedEvent]
  let rules: TwinCoinRules

  init(_ events: [RecordedEvent], rules: TwinCoinRules = TwinCoinRules()) {
    self.events = events
    self.rules = rules
  }

  /// In the order of their ids, as all that follow.
  func due(of chain: ChainID, decidedAt: Instant) -> [GrantMade] {
    book(of: chain).due(by: catalogues, since: opening(of: chain), decidedAt: decidedAt)
      .sorted { $0.id < $1.id }
  }

  func unpriced(of chain: ChainID) -> [TransactionID] {
    book(of: chain).unpriced(by: catalogues, since: opening(of: chain)).sorted()
  }

  /// What would be due, or would wait, had there been no opening, and is not.
  func deliveredElsewhere(of chain: ChainID) -> [TransactionID] {
    let (book, opening) = (book(of: chain), opening(of: chain))
    let first = Instant(milliseconds: .min)
    let all = book.due(by: catalogues, since: first, decidedAt: first).map(\.transactionID)
    let here = book.due(by: catalogues, since: opening, decidedAt: first).map(\.transactionID)
    let waiting = book.unpriced(by: catalogues, since: first)
    let waitingHere = book.unpriced(by: catalogues, since: opening)
    return Set(all + waiting).subtracting(here + waitingHere).sorted()
  }

  /// Everything where none was declared.
  private func opening(of chain: ChainID) -> Instant {
    let declared = events.compactMap { event -> Instant? in
      guard case .openingDeclared(let opening) = event.event,
        opening.environment == chain.environment
      else { return nil }
      return opening.before
    }
    let standing = rules.lastOpeningStands ? declared.last : declared.first
    return standing.flatMap { rules.openingsHold ? $0 : nil } ?? Instant(milliseconds: .min)
  }

  func standings(of chain: ChainID, at moment: Instant) -> [GrantStanding] {
    book(of: chain).standings(at: moment).sorted { $0.grant.id < $1.grant.id }
  }

  func wallet(
    of account: AccountReference, in bundleID: BundleID, environment: StoreEnvironment
  ) -> TwinWallet {
    TwinWallet(of: account, in: bundleID, environment: environment, events, rules)
  }

  /// What a chain's coins are worth at a moment, by the facts and the catalogues alone: as if
  /// everything had been decided only now.
  func worth(of chain: ChainID, at moment: Instant) -> [Coin: Int64] {
    let undecided = events.filter {
      if case .grantMade = $0.event { false } else { true }
    }
    let due = CoinsTwin(undecided, rules: rules).due(of: chain, decidedAt: moment)
    let purchases = TwinCoinChain(chain, undecided, rules).purchases
    return due.reduce(into: [:]) { worth, grant in
      let purchase = purchases.first { $0.transactionID == grant.transactionID }
      let gone = purchase?.takenBack(of: grant.amount, at: moment, rules) ?? 0
      if grant.amount > gone { worth[grant.coin, default: 0] += grant.amount - gone }
    }
  }

  private func book(of chain: ChainID) -> TwinCoinChain { TwinCoinChain(chain, events, rules) }

  private var catalogues: TwinCatalogues {
    let published = events.compactMap { event -> CataloguePublished? in
      guard case .cataloguePublished(let catalogue) = event.event else { return nil }
      return catalogue
    }
    return TwinCatalogues(published: published, rules: rules)
  }
}
