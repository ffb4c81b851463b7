/// The rates of charges as they became known: a fold over events in the order they were recorded.
///
/// A line is appended when a rate is first known, and a correcting one when a later event changes
/// it. No line ever changes, and so no answer given does. Revocations dated after a charge do not
/// re-rate it. Chains are counted together as soon as Apple names their customer, and apart until
/// then.
package struct CommissionBook: Sendable {
  package private(set) var lines: [CommissionLine] = []
  private let products: [ProductID: TenureProduct]
  private var commons: Commons
  fileprivate var chains: [ChainID: ChainState] = [:]
  /// The newest line of each transaction, by its place.
  private var newest: [ChargeID: Int] = [:]

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
  ///   - terms: what holds where no terms were published.
  ///   - settings: likewise.
  package init(
    terms: CommissionTerms = .standard, products: [ProductID: TenureProduct] = [:],
    settings: TenureSettings = .apple
  ) {
    self.init(commons: Commons(terms: terms, settings: settings), products: products)
  }

  private init(commons: Commons, products: [ProductID: TenureProduct]) {
    self.commons = commons
    self.products = products
  }

  /// Goes on where another book stopped.
  ///
  /// - Parameters:
  ///   - lines: its lines in their order, all or the newest of each transaction.
  ///   - chains: the chains as they were joined by then.
  ///   - commons: as they stood by then.
  package init(
    resuming lines: [CommissionLine], chains: [ChainState], commons: Commons,
    products: [ProductID: TenureProduct] = [:]
  ) {
    self.init(commons: commons, products: products)
    self.lines = lines
    self.chains = Dictionary(uniqueKeysWithValues: chains.map { ($0.chain, $0) })
    for (index, line) in lines.enumerated() { newest[ChargeID(line)] = index }
  }

  /// Takes in an event. Notices and our own decisions about accounts change no rate.
  package mutating func record(_ event: RecordedEvent) {
    switch event.event {
    case .transactionObserved(let fact): join(event, to: fact.chain)
    case .renewalObserved(let fact): join(event, to: fact.chain)
    case .programmeEntered, .termsPublished:
      commons.take(event.event)
      rate(Array(chains.values), by: event.id, at: event.recordedAt)
    case .noticeReceived, .chainOwned, .chainClaimed, .accountErased, .cataloguePublished,
      .grantMade, .coinsMoved, .accountAliased, .aliasClaimed, .ownershipChanged,
      .grantAcknowledged, .consentChanged, .openingDeclared, .epochOpened:
      break
    }
  }

  /// The newest line of each transaction that had been learnt by `moment`, in the order of the
  /// lines.
  package func answer(knownAt moment: Instant) -> [CommissionLine] {
    let known = lines.prefix { $0.learntAt <= moment }
    let corrected = Set(known.compactMap { $0.correction?.corrects })
    return known.filter { !corrected.contains($0.number) }
  }

  private mutating func join(_ event: RecordedEvent, to id: ChainID) {
    var chain = chains[id] ?? ChainState(id)
    let before = Customer(of: chain)
    chain.join(event)
    chains[id] = chain
    let concerned = [before, Customer(of: chain)]
    rate(
      chains.values.filter { concerned.contains(Customer(of: $0)) }, by: event.id,
      at: event.recordedAt)
  }

  /// Compares what these chains are charged now with the lines that stand, customer by customer.
  private mutating func rate(
    _ chains: [ChainState], by event: EventID, at recordedAt: Instant
  ) {
    let customers = Customer.grouping(chains).values.sorted { $0[0].chain < $1[0].chain }
    for chains in customers {
      let services = services(of: chains)
      for chain in chains {
        for transaction in chain.transactions.values.sorted(by: { $0.order < $1.order }) {
          let service = services[transaction.transactionID]
          let charge = Charge(transaction, group: service?.group)
          let applying = charge.flatMap {
            rate(of: $0, in: chain, after: service?.before ?? .zero)
          }
          note(
            charge, applying, of: ChargeID(chain.chain, transaction.transactionID), by: event,
            at: recordedAt)
        }
      }
    }
  }

  private func rate(
    of charge: Charge, in chain: ChainState, after serviceBefore: Duration
  ) -> CommissionRate? {
    Commission.rate(
      of: charge, in: chain.bundleID, environment: chain.chain.environment,
      serviceBefore: serviceBefore, commons: commons)
  }

  /// The group of each subscription's transaction, and what had accrued before it.
  private func services(
    of chains: [ChainState]
  ) -> [TransactionID: (group: SubscriptionGroupID, before: Duration)] {
    guard let environment = chains.first?.chain.environment else { return [:] }
    let histories = ServiceHistory.histories(
      of: chains, products: products, settings: commons.settings(in: environment))
    let services = histories.flatMap { history in
      zip(history.periods, history.servicesBefore).map {
        ($0.transactionID, (group: history.subscriptionGroupID, before: $1))
      }
    }
    return Dictionary(services, uniquingKeysWith: { first, _ in first })
  }

  /// Appends a line where something is new. It is never dated before one that stands already.
  private mutating func note(
    _ charge: Charge?, _ rate: CommissionRate?, of id: ChargeID, by event: EventID,
    at recordedAt: Instant
  ) {
    let standing = newest[id].map { lines[$0] }
    guard standing?.charge != charge || standing?.rate != rate else { return }
    lines.append(
      CommissionLine(
        number: (lines.last?.number ?? 0) + 1, chain: id.chain, transactionID: id.transactionID,
        charge: charge, rate: rate, learntAt: max(recordedAt, lines.last?.learntAt ?? recordedAt),
        because: event,
        correction: standing.map { .init(corrects: $0.number, rateBefore: $0.rate) }))
    newest[id] = lines.count - 1
  }
}

extension CommissionBook {
  /// The app of a chain; nil where it is not known.
  package func app(of chain: ChainID) -> BundleID? { chains[chain]?.bundleID }
}
