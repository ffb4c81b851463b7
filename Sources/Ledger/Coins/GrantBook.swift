/// The grants of one chain: a fold over its events that determines the grants that are still due.
///
/// Events may arrive in any order and repeatedly. Of two decisions on one grant, the first in the
/// chain's stream counts; a decision that coins were delivered elsewhere gives way to one that they are
/// granted here, after the cut-over date was moved back.
package struct GrantBook: Hashable, Sendable {
  package private(set) var chain: ChainState
  /// The position in the chain's lane up to which events were applied.
  package private(set) var revision: Int64 = 0
  private(set) var entries: [GrantID: Entry] = [:]
  private(set) var owners = GrantOwners()
  /// The grants that another chain has, because Apple told the same transaction there.
  private(set) var grantedElsewhere: Set<GrantID> = []

  struct Entry: Hashable {
    let made: GrantMade
    let event: EventID

    /// Returns true if this decision counts, and not the other on the same grant: coins that are granted
    /// here rather than elsewhere, or else the first.
    func precedes(_ other: Entry) -> Bool {
      guard made.isDeliveredElsewhere == other.made.isDeliveredElsewhere else {
        return !made.isDeliveredElsewhere
      }
      return event <= other.event
    }
  }

  package init(_ chain: ChainID) {
    self.chain = ChainState(chain)
  }

  /// Resumes from the joined state of a chain and its recorded grants.
  package init(_ chain: ChainState, grants: some Sequence<RecordedEvent>) {
    self.chain = chain
    for event in grants { record(event) }
  }

  /// Resumes from the state that all events of a chain join to.
  package init(joined chain: ChainState, events: some Sequence<RecordedEvent>) {
    self.chain = chain
    for event in events { keep(event) }
  }

  /// Applies an event of this chain.
  package mutating func record(_ event: RecordedEvent) {
    chain.join(event)
    keep(event)
  }

  /// Adds a grant that was recorded after this book was read. The revision stays: what other events say that
  /// were recorded before the grant is not known here.
  package mutating func add(_ made: GrantMade, recordedAs event: EventID) {
    keep(Entry(made: made, event: event))
  }

  /// Leaves out grants that another chain has: they are not due here.
  package mutating func leaveOut(_ grants: Set<GrantID>) { grantedElsewhere.formUnion(grants) }

  private mutating func keep(_ event: RecordedEvent) {
    revision = max(revision, event.id.position)
    switch event.event.ofChain?.topic {
    case .grant(.made(let made)): keep(Entry(made: made, event: event.id))
    case .grant(.assigned(let assigned)): owners.note(assigned)
    case .ownership(.changed(let change)): owners.note(change, by: event.id)
    case .grant(.acknowledged(let acknowledgement)): owners.note(acknowledgement)
    case .ownership, .fact, .notification, nil: break
    }
  }

  private mutating func keep(_ entry: Entry) {
    precondition(entry.made.chain == chain.chain, "a book keeps the grants of one chain")
    if let known = entries[entry.made.id], known.precedes(entry) { return }
    entries[entry.made.id] = entry
  }

  /// The chain with the kinds of its grants where no source told one.
  var typed: ChainState {
    chain.typed { [entries] purchase in
      entries.values.lazy.compactMap { entry in
        entry.made.productID == purchase.productID ? entry.made.productType : nil
      }.first
    }
  }

  /// Returns the recorded grants of a transaction, and of other copies of the same period.
  package func grants(of transaction: TransactionID) -> [GrantMade] {
    let purchases = typed.purchases
    let id = purchases.identifier(of: transaction)
    return grants.filter { purchases.identifier(of: $0.transactionID) == id }
  }

  /// The recorded grants, ordered by transaction and coin.
  package var grants: [GrantMade] {
    entries.values.map(\.made).sorted { ($0.transactionID, $0.coin) < ($1.transactionID, $1.coin) }
  }

  /// The status of each grant by all known refunds, whatever their dates.
  package var statuses: [GrantStatus] { statuses(at: Instant(milliseconds: .max)) }

  /// The statuses of the grants whose coins are kept here, and of such grants in the accounts that had
  /// them before, which have nothing of them any more.
  package var statusesOfWallets: [GrantStatus] {
    statuses.filter { $0.grant.wallet != .game }.flatMap { status in
      let former = owners.formerAccounts(of: status.grant, in: chain)
      let holders = former.union([status.account].compactMap(\.self))
      return [status.held(by: holders)]
        + former.sorted().map { account in
          GrantStatus(
            grant: status.grant, account: account,
            takenBack: status.grant.isDeliveredElsewhere ? 0 : status.grant.amount,
            revision: revision, isFormer: true, holders: holders)
        }
    }
  }

  /// Returns each grant with its account and the amount taken back by a moment.
  package func statuses(at moment: Instant) -> [GrantStatus] {
    guard !entries.isEmpty else { return [] }
    let inOrder = entries.values.sorted { $0.event < $1.event }.map(\.made)
    let takeBacks = TakeBacks(of: inOrder, in: typed, at: moment)
    return grants.map { grant in
      GrantStatus(
        grant: grant, account: account(of: grant), takenBack: takeBacks.amount(of: grant),
        revision: revision, isFull: owners.isFull(grant.id))
    }
  }
}
