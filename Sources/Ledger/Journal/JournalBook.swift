/// The journal as it became known: a fold over events in the order of their recording.
///
/// The books hold, of each purchase, its charge and what was given back of it. Whenever an event changes
/// an item, the difference is written as a further entry at the moment to which the item belongs. The
/// sum of all entries is what the present facts tell; the entries known by a moment are what the facts
/// of that time told.
package struct JournalBook: Sendable {
  package private(set) var entries: [JournalEntry] = []
  /// The commission lines on which the amounts rest, of the same events.
  package private(set) var commission: CommissionBook
  private let estimates: TaxTable
  /// The newest commission line of each purchase.
  private var lines: [ChainID: [TransactionID: CommissionLine]] = [:]
  private var booked: [ChainID: [JournalItem.Key: BookedItem]] = [:]

  /// - Parameters:
  ///   - taxes: the taxes that are assumed to be in the prices where none are learned.
  ///   - terms: the terms to use while none are published.
  ///   - settings: the settings to use while none are published.
  package init(
    taxes: TaxTable = .estimates, terms: CommissionTerms = .standard,
    settings: TenureSettings = .apple
  ) {
    estimates = taxes
    commission = CommissionBook(terms: terms, settings: settings)
  }

  /// Resumes another book.
  ///
  /// - Parameters:
  ///   - entries: the entries of that book in order.
  ///   - lines: its commission lines in order, all or only the newest of each transaction.
  ///   - chains: the chains as joined so far.
  ///   - shared: the shared state as applied so far.
  package init(
    resuming entries: [JournalEntry], lines: [CommissionLine], chains: [ChainState],
    shared: SharedState, taxes: TaxTable = .estimates
  ) {
    self.entries = entries
    estimates = taxes
    commission = CommissionBook(resuming: lines, chains: chains, shared: shared)
    for line in lines { self.lines[line.chain, default: [:]][line.transactionID] = line }
    booked = BookedItem.items(after: entries)
  }

  /// Applies an event. Notifications and decisions about accounts change nothing.
  package mutating func record(_ event: RecordedEvent) {
    let known = commission.lines.count
    let renewal = knownRenewal(of: event)
    commission.record(event)
    var touched: [ChainID: Set<TransactionID>] = [:]
    for line in commission.lines[known...] {
      lines[line.chain, default: [:]][line.transactionID] = line
      touched[line.chain, default: []].insert(line.transactionID)
    }
    let chain = event.event.ofChain?.chainOfFact
    let isInGraces = chain.map(hasGraces) ?? false
    if let added = commission.added, !isInGraces { return book(added: added, by: event) }
    switch event.event {
    case .chain(.transactionObserved(let fact)):
      touched[fact.chain, default: []].formUnion(
        isInGraces
          ? transactions(of: fact.chain).union([fact.transactionID])
          : transactions(touchedBy: fact, knownAs: renewal))
    case .chain(.renewalObserved(let fact)) where isInGraces:
      touched[fact.chain, default: []].formUnion(transactions(of: fact.chain))
    case .shared(.taxesPublished(let published)):
      for chain in lines.keys where chain.bundleID == published.bundleID {
        touched[chain, default: []].formUnion(transactions(of: chain))
      }
    case .chain, .account, .shared: break
    }
    for (chain, transactions) in touched.sorted(by: { $0.key < $1.key }) {
      book(transactions, of: chain, by: event)
    }
  }

  /// Returns the date of a fact's transaction, if it is known to be a renewal already.
  private func knownRenewal(of event: RecordedEvent) -> Instant? {
    guard case .chain(.transactionObserved(let fact)) = event.event,
      let known = commission.chain(fact.chain)?.transactions[fact.transactionID]?.purchase
    else { return nil }
    return known.reason == Purchase.renewed ? known.purchaseDate : nil
  }

  /// Returns the purchases of which a fact may change what was given back: its own, and all of the
  /// chain if it may replace another period, no longer replaces one, or is a copy of one.
  ///
  /// - Parameter renewal: the date of the transaction before the fact; nil unless it was a renewal then.
  private func transactions(
    touchedBy fact: TransactionFact, knownAs renewal: Instant?
  ) -> Set<TransactionID> {
    let own = fact.transactionID
    let remains =
      fact.purchase.reason == Purchase.renewed && fact.purchase.purchaseDate == renewal
      && fact.isUpgraded != true
    guard !remains || lines[fact.chain]?[own] == nil else { return [own] }
    return transactions(of: fact.chain).union([own])
  }

  private func transactions(of chain: ChainID) -> Set<TransactionID> {
    Set(lines[chain].map { Array($0.keys) } ?? [])
  }

  /// Returns true if a period of the chain may begin at the end before a grace, on which its time of service and
  /// a share by time rest.
  private func hasGraces(_ chain: ChainID) -> Bool {
    commission.chain(chain)?.renewal?.hasGraces == true
  }

  /// Returns the taxes in the prices of an app.
  package func taxes(of app: BundleID) -> ChargeTaxes {
    ChargeTaxes(learned: commission.learnedTaxes(of: app), estimates: estimates)
  }

  /// Books purchases at the end of a chain that replace nothing, and of which nothing was given back.
  private mutating func book(added: Set<TransactionID>, by event: RecordedEvent) {
    guard let id = event.event.ofChain?.chainOfFact, let chain = commission.chain(id) else {
      return
    }
    for transaction in added.sorted() {
      guard let line = lines[id]?[transaction], let purchase = chain.transactions[transaction]
      else { continue }
      replace(
        transaction, of: id,
        by: JournalItem.items(of: line, purchase, in: chain, .none, taxes(of: id.bundleID)),
        Set(purchase.because + [event.id]).sorted(), of: event)
    }
  }

  private mutating func book(
    _ transactions: Set<TransactionID>, of id: ChainID, by event: RecordedEvent
  ) {
    guard let chain = commission.chain(id) else { return }
    let purchases = chain.purchases
    let (times, taxes) = (SoldTimes(of: chain), taxes(of: id.bundleID))
    // What is told of one copy of a period is booked under the identifier of all.
    let known = transactions.union(transactions.map(purchases.identifier(of:)))
    for transaction in known.sorted() {
      let line = lines[id]?[transaction]
      let purchase = purchases[transaction].flatMap { $0.transactionID == transaction ? $0 : nil }
      let items =
        line.flatMap { line in
          purchase.map { JournalItem.items(of: line, $0, in: chain, times, taxes) }
        } ?? [:]
      let events = Set((purchase?.because ?? []) + [event.id]).sorted()
      replace(transaction, of: id, by: items, events, of: event)
    }
  }

  /// Writes the differences between the items of a purchase and those in the books.
  private mutating func replace(
    _ transaction: TransactionID, of chain: ChainID, by items: [JournalItem.Key: JournalItem],
    _ because: [EventID], of event: RecordedEvent
  ) {
    let known = (booked[chain] ?? [:]).filter { $0.key.transactionID == transaction }
    for key in Set(known.keys).union(items.keys).sorted() {
      let (old, new) = (known[key], items[key])
      guard old?.item != new else { continue }
      func write(
        _ item: JournalItem, _ amounts: JournalAmounts, _ count: Int, adjusts: Int?
      ) -> Int {
        append(key, item.heading, amounts, count, adjusts: adjusts, because, of: event)
      }
      var number = old?.number
      if let old, let new, old.item.heading == new.heading {
        number = write(new, new.amounts - old.item.amounts, 0, adjusts: old.number)
      } else {
        if let old { number = write(old.item, .zero - old.item.amounts, -1, adjusts: old.number) }
        if let new { number = write(new, new.amounts, 1, adjusts: number) }
      }
      booked[chain, default: [:]][key] = new.flatMap { new in
        number.map { BookedItem(new, number: $0) }
      }
    }
  }

  /// Returns the number of the new entry. It is never dated before an existing one.
  private mutating func append(
    _ key: JournalItem.Key, _ heading: JournalItem.Heading, _ amounts: JournalAmounts,
    _ count: Int, adjusts: Int?, _ because: [EventID], of event: RecordedEvent
  ) -> Int {
    let learntAt = event.recordedAt
    let number = (entries.last?.number ?? 0) + 1
    entries.append(
      JournalEntry(
        number: number, kind: key.kind, chain: key.chain, transactionID: key.transactionID,
        productID: heading.productID, productType: heading.productType,
        subscriptionGroupID: heading.subscriptionGroupID, storefront: heading.storefront,
        currency: heading.currency, rate: heading.rate, occurredAt: key.occurredAt,
        learntAt: max(learntAt, entries.last?.learntAt ?? learntAt), amounts: amounts, count: count,
        service: heading.service, adjusts: adjusts, causedBy: event.id, because: because))
    return number
  }
}
