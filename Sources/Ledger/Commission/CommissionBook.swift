/// The commission lines as the rates became known: a fold over events in the order of their
/// recording.
///
/// A line is appended when a rate is first known, and a correcting line when a later event changes
/// the rate. Lines never change, so that earlier answers stay valid. Revocations dated after a
/// charge do not change its rate. Chains are counted together as soon as Apple names their
/// customer, and apart until then.
///
/// A further signed renewal rates its own charge alone, and a fact that leaves every charge as it
/// was rates none: the work is linear in the events of such a chain. See ``RatedChain``.
package struct CommissionBook: Sendable {
  package private(set) var lines: [CommissionLine] = []
  private var shared: SharedState
  fileprivate var chains: [ChainID: ChainState] = [:]
  /// The links of the chains, as far as they were needed.
  private var links: [ChainID: CustomerLinks] = [:]
  /// The index of the newest line of each transaction.
  private var newest: [ChargeID: Int] = [:]
  /// The purchases that the last event added to a chain of which it changed nothing else, none if it only
  /// repeated what was known; nil if it may have changed any purchase.
  private(set) var added: Set<TransactionID>?
  /// The only chain of the book as it was last rated; nil for several chains, and after an event of
  /// the shared lane.
  private var rated: RatedChain?

  private struct ChargeID: Hashable {
    let chain: ChainID
    let transactionID: TransactionID

    init(_ chain: ChainID, _ transactionID: TransactionID) {
      self.chain = chain
      self.transactionID = transactionID
    }

    init(_ line: CommissionLine) {
      self.init(line.chain, line.transactionID)
    }
  }

  /// - Parameters:
  ///   - terms: the terms to use while none are published.
  ///   - settings: the settings to use while none are published.
  package init(
    terms: CommissionTerms = .standard, settings: TenureSettings = .apple
  ) {
    shared = SharedState(terms: terms, settings: settings)
  }

  /// Resumes another book.
  ///
  /// - Parameters:
  ///   - lines: the lines of that book in order, all or only the newest of each transaction.
  ///   - chains: the chains as joined so far.
  ///   - shared: the shared state as applied so far.
  package init(
    resuming lines: [CommissionLine], chains: [ChainState], shared: SharedState
  ) {
    self.shared = shared
    self.lines = lines
    self.chains = Dictionary(uniqueKeysWithValues: chains.map { ($0.chain, $0) })
    for (index, line) in lines.enumerated() { newest[ChargeID(line)] = index }
  }

  /// Applies an event. Notifications and the ledger's own decisions about accounts change no rate.
  package mutating func record(_ event: RecordedEvent) {
    added = nil
    switch event.event {
    case .chain(let content): if let chain = content.chainOfFact { join(event, to: chain) }
    case .shared(let content):
      shared.apply(event.event)
      guard let rerating = Rerating(content) else { return }
      rated = nil
      let concerned = chains.values.filter(rerating.concerns)
      rate(customers(of: concerned), by: event.id, at: event.recordedAt)
    case .account: break
    }
  }

  /// Returns the newest line of each transaction that was known by `moment`, in the order of the
  /// lines.
  package func answer(knownAt moment: Instant) -> [CommissionLine] { lines.known(at: moment) }

  private mutating func join(_ event: RecordedEvent, to id: ChainID) {
    var chain = chains.removeValue(forKey: id) ?? ChainState(id)
    let isAlone = chains.isEmpty
    let known = isAlone ? event.event.transaction.flatMap { chain.transactions[$0] } : nil
    let before = isAlone ? [] : customers(of: [chain]).map(\.chain)
    chain.join(event)
    chains[id] = chain
    links[id] = nil
    guard isAlone else {
      rated = nil
      return rate(
        customers(of: before.compactMap { chains[$0] } + [chain]), by: event.id,
        at: event.recordedAt)
    }
    guard let services = rated?.apply(event.event, to: chain, after: known) else {
      return rate([chain], by: event.id, at: event.recordedAt)
    }
    for service in services { note(service, of: chain, by: event) }
    added = Set(services.map(\.period.transactionID))
  }

  /// Returns all chains of these chains' customers, and a chain that is not in the book itself.
  private mutating func customers(of some: [ChainState]) -> [ChainState] {
    var all = chains
    for chain in some { all[chain.chain] = chain }
    let concerned = Set(some.map(\.chain))
    guard concerned.count < all.count else { return Array(all.values) }
    for chain in all.values where links[chain.chain] == nil {
      links[chain.chain] = CustomerLinks(of: chain)
    }
    return Customer.grouping(all.values) { links[$0.chain] ?? CustomerLinks(of: $0) }
      .filter { !concerned.isDisjoint(with: $0.key.chains) }.flatMap(\.value)
  }

  /// Compares the present charges of these chains with the existing lines, customer by customer.
  private mutating func rate(
    _ chains: [ChainState], by event: EventID, at recordedAt: Instant
  ) {
    for (_, chains) in Customer.grouping(chains).sorted(by: { $0.key < $1.key }) {
      let histories = histories(of: chains)
      let services = services(of: histories)
      for chain in chains {
        let purchases = chain.purchases
        for transaction in chain.transactions.values.sorted(by: { $0.order < $1.order }) {
          let id = transaction.transactionID
          let service = services[id]
          let charge =
            service.map(\.period.charge)
            ?? purchases.purchase(knownBy: transaction).flatMap { self.charge(of: $0, in: chain) }
          note(
            charge, rating(of: charge, id, service, in: chain),
            charge == nil ? .none : service?.doubt ?? .none,
            of: ChargeID(chain.chain, id), by: event, at: recordedAt)
        }
        rated =
          self.chains.count == 1 ? RatedChain(chain, purchases, services, histories) : nil
      }
    }
  }

  /// Returns the charge of a transaction that is no period of service.
  private func charge(of transaction: TransactionState, in chain: ChainState) -> Charge? {
    guard transaction.purchase.type == .app else { return Charge(transaction) }
    return shared.prices(of: chain.chain.bundleID).flatMap {
      Charge(ofApp: transaction, in: chain.chain.environment, at: $0)
    }
  }

  /// Returns the rates of a charge; those of its newest line if its service is as it was.
  private func rating(
    of charge: Charge?, _ id: TransactionID, _ service: RatedService?, in chain: ChainState
  ) -> ChargeRating {
    guard let charge else { return .none }
    if rated?.isRated(id, service, of: chain) == true,
      let index = newest[ChargeID(chain.chain, id)]
    {
      return lines[index].rating
    }
    return Commission.rating(
      of: charge, in: chain.chain.bundleID, environment: chain.chain.environment,
      after: service?.before ?? .none, shared: shared)
  }

  /// Notes the charge of one new renewal.
  private mutating func note(
    _ service: RatedService, of chain: ChainState, by event: RecordedEvent
  ) {
    let (charge, id) = (service.period.charge, service.period.transactionID)
    note(
      charge, rating(of: charge, id, service, in: chain), charge == nil ? .none : service.doubt,
      of: ChargeID(chain.chain, id), by: event.id, at: event.recordedAt)
  }

  private func histories(of chains: [ChainState]) -> [ServiceHistory] {
    guard let chain = chains.first?.chain else { return [] }
    return ServiceHistory.histories(
      of: chains, catalogs: shared.catalogs(of: chain.bundleID),
      settings: shared.settings(in: chain.environment), isExplained: false)
  }

  /// Returns the period of each subscription transaction with the service accrued before it.
  private func services(of histories: [ServiceHistory]) -> [TransactionID: RatedService] {
    let services = histories.flatMap { history in
      history.periods.indices.map(history.service(of:))
    }
    return Dictionary(
      services.map { ($0.period.transactionID, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Appends a line if the charge or one of its rates has changed. The line is never dated before an
  /// existing one.
  private mutating func note(
    _ charge: Charge?, _ rating: ChargeRating, _ doubt: ChargeDoubt, of id: ChargeID,
    by event: EventID,
    at recordedAt: Instant
  ) {
    let current = newest[id].map { lines[$0] }
    guard
      current?.charge != charge || current?.rating ?? .none != rating
        || current?.doubt ?? .none != doubt
    else { return }
    lines.append(
      CommissionLine(
        number: (lines.last?.number ?? 0) + 1, chain: id.chain, transactionID: id.transactionID,
        charge: charge, rate: rating.rate, rateOtherwise: rating.rateOtherwise, doubt: doubt,
        learntAt: max(recordedAt, lines.last?.learntAt ?? recordedAt),
        because: event,
        correction: current.map { .init(corrects: $0.number, rateBefore: $0.rate) }))
    newest[id] = lines.count - 1
  }
}

extension LedgerEvent {
  /// The transaction of a fact; nil for other events.
  fileprivate var transaction: TransactionID? {
    if case .chain(.transactionObserved(let fact)) = self { fact.transactionID } else { nil }
  }
}

extension ServiceHistory {
  /// Returns a period with the service before it.
  func service(of index: Int) -> RatedService {
    let period = periods[index]
    return RatedService(
      period: period, before: servicesBefore[index],
      doubt: ChargeDoubt(
        days: period.isUncertain || period.isOfferUntold, rate: isRateUncertain(of: index)))
  }
}

extension CommissionBook {
  /// Returns the taxes of an app that were learned from Apple's files.
  func learnedTaxes(of app: BundleID) -> TaxTable { shared.learnedTaxes(of: app) }

  /// Returns true if a transaction is a renewal by Apple.
  package func isRenewal(_ transaction: TransactionID, of chain: ChainID) -> Bool {
    chains[chain]?.transactions[transaction]?.purchase.reason == Purchase.renewed
  }

  /// Returns a chain as joined so far.
  func chain(_ id: ChainID) -> ChainState? { chains[id] }
}

extension CommissionBook {
  /// Returns the purchases of a chain that are no charge yet: Apple signed them without their price, or the
  /// customer paid as far as older sources told, and no source told a price.
  ///
  /// Copies of one period are one purchase. An introductory offer of trust 0 of which neither price nor
  /// kind was told is left out.
  package func purchasesWithoutPrice(of chain: ChainID) -> Set<TransactionID> {
    guard let state = chains[chain], state.mayMissPrices else { return [] }
    let open = state.purchases.all.filter {
      state.isPriceMissing(of: $0) || isUnsignedWithoutPrice($0, of: state)
    }
    return Set(open.map(\.transactionID))
  }

  private func isUnsignedWithoutPrice(_ purchase: TransactionState, of chain: ChainState) -> Bool {
    let id = purchase.transactionID
    guard let first = chain.transactions[id], first.trust < .signed else { return false }
    let charge =
      purchase.trust == .sharedSecret
      ? Charge(purchase, believing: .sharedSecret)
      : newest[ChargeID(chain.chain, id)].flatMap { lines[$0].charge }
    return charge.map { $0.price == nil } ?? false
  }
}
