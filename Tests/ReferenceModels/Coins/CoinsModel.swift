import Ledger

/// A reference model of grants and wallets, written from the words of the rules alone and in the
/// plainest way there is: every question begins with the list of recorded events.
struct CoinsModel {
  let events: [RecordedEvent]
  let rules: ModelCoinRules

  init(_ events: [RecordedEvent], rules: ModelCoinRules = ModelCoinRules()) {
    self.events = events
    self.rules = rules
  }

  /// Returns the grants due, in the order of their ids, as all lists of the model.
  func due(of chain: ChainID, decidedAt: Instant) -> [GrantMade] {
    book(of: chain).due(by: catalogs(of: chain), since: cutOver(of: chain), decidedAt: decidedAt)
      .sorted { $0.id < $1.id }
  }

  func unpriced(of chain: ChainID) -> [TransactionID] {
    book(of: chain).unpriced(by: catalogs(of: chain), since: cutOver(of: chain)).sorted()
  }

  /// Returns the transactions that would be due, or would wait, without a cut-over date and are
  /// not.
  func deliveredElsewhere(of chain: ChainID) -> [TransactionID] {
    let (book, cutOver) = (book(of: chain), cutOver(of: chain))
    let first = Instant(milliseconds: .min)
    let all = book.due(by: catalogs(of: chain), since: first, decidedAt: first).map(\.transactionID)
    let here = book.due(by: catalogs(of: chain), since: cutOver, decidedAt: first)
      .filter { $0.deliveredBefore == nil }.map(\.transactionID)
    let waiting = book.unpriced(by: catalogs(of: chain), since: first)
    let waitingHere = book.unpriced(by: catalogs(of: chain), since: cutOver)
    return Set(all + waiting).subtracting(here + waitingHere).sorted()
  }

  /// Returns the cut-over date of a chain's app in its environment; without one, everything is granted here.
  private func cutOver(of chain: ChainID) -> Instant {
    let declared = events.compactMap { event -> Instant? in
      guard case .shared(.cutOverDeclared(let cutOver)) = event.event,
        cutOver.bundleID == chain.bundleID, cutOver.environment == chain.environment
      else { return nil }
      return cutOver.before
    }
    let status = rules.lastCutOverStands ? declared.last : declared.first
    return status.flatMap { rules.cutOversHold ? $0 : nil } ?? Instant(milliseconds: .min)
  }

  func statuses(of chain: ChainID, at moment: Instant) -> [GrantStatus] {
    book(of: chain).statuses(at: moment).sorted { $0.grant.id < $1.grant.id }
  }

  func wallet(
    of account: AccountReference, in bundleID: BundleID, environment: StoreEnvironment
  ) -> ModelWallet {
    ModelWallet(of: account, in: bundleID, environment: environment, events, rules)
  }

  /// Returns the worth of a chain's coins at a moment by the facts and catalogs alone: as if
  /// everything had been decided only now.
  func worth(of chain: ChainID, at moment: Instant) -> [Coin: Int128] {
    let undecided = events.filter {
      if case .chain(.grantMade) = $0.event { false } else { true }
    }
    let due = CoinsModel(undecided, rules: rules).due(of: chain, decidedAt: moment)
      .filter { $0.deliveredBefore == nil }
    let book = ModelCoinChain(chain, undecided, rules)
    return due.reduce(into: [:]) { worth, grant in
      let purchase = book.purchases.first { $0.transactionID == grant.transactionID }
      let gone =
        purchase.map { book.takenBack(of: grant.amount, grant.onUpgrade, $0, at: moment) } ?? 0
      if grant.amount > gone { worth[grant.coin, default: 0] += Int128(grant.amount - gone) }
    }
  }

  private func book(of chain: ChainID) -> ModelCoinChain { ModelCoinChain(chain, events, rules) }

  private func catalogs(of chain: ChainID) -> ModelCatalogs {
    let published = events.compactMap { event -> CatalogPublished? in
      guard case .shared(.catalogPublished(let catalog)) = event.event,
        catalog.bundleID == chain.bundleID
      else { return nil }
      return catalog
    }
    return ModelCatalogs(published: published, rules: rules)
  }
}
