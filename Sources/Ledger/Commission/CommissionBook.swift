/// The rates of charges as they became known: a fold over events in the order they were recorded.
///
/// A line is appended when a rate is first known, and a correcting one when a later event changes
/// it. No line ever changes, and so no answer given does. Revocations dated after a charge do not
/// re-rate it. Chains are counted together as soon as Apple names their customer, and apart until
/// then.
package struct CommissionBook: Sendable {
  package private(set) var lines: [CommissionLine] = []
  package let settings: TenureSettings
  private let products: [ProductID: TenureProduct]
  private var terms: CommissionTerms
  private var programmes: [Programme] = []
  private var chains: [ChainID: ChainState] = [:]
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

  package init(
    terms: CommissionTerms = .standard, products: [ProductID: TenureProduct] = [:],
    settings: TenureSettings = .apple
  ) {
    self.terms = terms
    self.products = products
    self.settings = settings
  }

  /// Goes on where another book stopped.
  ///
  /// - Parameters:
  ///   - lines: its lines in their order, all or the newest of each transaction.
  ///   - chains: the chains as they were joined by then.
  ///   - programmes: as they were entered by then, in that order.
  package init(
    resuming lines: [CommissionLine], chains: [ChainState], programmes: [Programme],
    terms: CommissionTerms = .standard, products: [ProductID: TenureProduct] = [:],
    settings: TenureSettings = .apple
  ) {
    self.init(terms: terms, products: products, settings: settings)
    self.lines = lines
    self.chains = Dictionary(uniqueKeysWithValues: chains.map { ($0.chain, $0) })
    for programme in programmes { enter(programme) }
    for (index, line) in lines.enumerated() { newest[ChargeID(line)] = index }
  }

  /// Takes in an event. Notices and our own decisions about accounts change no rate.
  package mutating func record(_ event: RecordedEvent) {
    switch event.event {
    case .transactionObserved(let fact): join(event, to: fact.chain)
    case .renewalObserved(let fact): join(event, to: fact.chain)
    case .programmeEntered(let decision): join(event, Programme(decision))
    case .noticeReceived, .chainOwned, .chainClaimed, .accountErased: break
    }
  }

  /// Takes in terms published anew, in the place of all before.
  package mutating func record(
    _ terms: CommissionTerms, by event: EventID, at recordedAt: Instant
  ) {
    self.terms = terms
    rate(Array(chains.values), by: event, at: recordedAt)
  }

  /// The newest line of each transaction that had been learnt by `moment`, in the order of the
  /// lines.
  package func answer(knownAt moment: Instant) -> [CommissionLine] {
    let known = lines.prefix { $0.learntAt <= moment }
    let corrected = Set(known.compactMap { $0.correction?.corrects })
    return known.filter { !corrected.contains($0.number) }
  }

  private mutating func join(_ event: RecordedEvent, _ programme: Programme) {
    enter(programme)
    rate(Array(chains.values), by: event.id, at: event.recordedAt)
  }

  private mutating func enter(_ programme: Programme) {
    programmes.removeAll { $0.isSame(as: programme) }
    programmes.append(programme)
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
      let services = servicesBefore(chains)
      for chain in chains {
        for (transactionID, rate) in rates(of: chain, services) {
          let charge = ChargeID(chain.chain, transactionID)
          note(rate, of: charge, by: event, at: recordedAt)
        }
      }
    }
  }

  private func rates(
    of chain: ChainState, _ services: [TransactionID: Duration]
  ) -> [(TransactionID, CommissionRate?)] {
    chain.transactions.values.sorted { $0.order < $1.order }.map { transaction in
      let rate = Commission.rate(
        of: transaction, in: chain.bundleID,
        serviceBefore: services[transaction.transactionID] ?? .zero,
        terms: terms, programmes: programmes, settings: settings)
      return (transaction.transactionID, rate)
    }
  }

  private func servicesBefore(_ chains: [ChainState]) -> [TransactionID: Duration] {
    let histories = ServiceHistory.histories(of: chains, products: products, settings: settings)
    return Dictionary(
      histories.flatMap { zip($0.periods.map(\.transactionID), $0.servicesBefore) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Appends a line where the rate is new. It is never dated before one that stands already.
  private mutating func note(
    _ rate: CommissionRate?, of charge: ChargeID, by event: EventID, at recordedAt: Instant
  ) {
    let standing = newest[charge].map { lines[$0] }
    guard standing?.rate != rate else { return }
    lines.append(
      CommissionLine(
        number: (lines.last?.number ?? 0) + 1, chain: charge.chain,
        transactionID: charge.transactionID,
        rate: rate, learntAt: max(recordedAt, lines.last?.learntAt ?? recordedAt),
        because: event,
        correction: standing.map { .init(corrects: $0.number, rateBefore: $0.rate) }))
    newest[charge] = lines.count - 1
  }
}
