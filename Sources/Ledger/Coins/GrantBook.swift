/// The grants of one chain: a fold over its events that determines the grants that are still due.
///
/// Events may arrive in any order and repeatedly. Of two decisions on one grant, the first in the
/// chain's stream counts; a decision that coins were delivered elsewhere gives way to one that they are
/// granted here, after the cut-over date was moved back.
package struct GrantBook: Hashable, Sendable {
  package private(set) var chain: ChainState
  /// The position in the chain's lane up to which events were applied.
  package private(set) var revision: Int64 = 0
  private var entries: [GrantID: Entry] = [:]
  private var owners = GrantOwners()
  /// The grants that another chain has, because Apple told the same transaction there.
  private var grantedElsewhere: Set<GrantID> = []

  private struct Entry: Hashable {
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

  /// Returns the recorded grants of a transaction, and of other copies of the same period.
  package func grants(of transaction: TransactionID) -> [GrantMade] {
    let purchases = typed.purchases
    let id = purchases.identifier(of: transaction)
    return grants.filter { purchases.identifier(of: $0.transactionID) == id }
  }

  /// The transactions of one period that were granted apart by the rules before 3, which let both stay.
  package var grantedTwice: [[TransactionID]] {
    let purchases = chain.purchases
    let before = Set(grants.filter { $0.rules == nil }.map(\.transactionID))
    return Dictionary(grouping: before) { purchases.identifier(of: $0) }.values
      .filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  /// The recorded grants, ordered by transaction and coin.
  package var grants: [GrantMade] {
    entries.values.map(\.made).sorted { ($0.transactionID, $0.coin) < ($1.transactionID, $1.coin) }
  }

  /// Returns the grants to be decided now. A recorded grant is not returned again. Those for purchases
  /// before the cut-over date say that their coins were delivered elsewhere.
  ///
  /// - Parameter tokens: the accounts that the tokens of the chain name.
  package func due(
    by terms: GrantTerms, _ tokens: TokenNames = TokenNames(), decidedAt: Instant
  ) -> [GrantMade] {
    let purchases = purchases(by: terms)
    let rule = owners.rule(in: chain)
    return claims(by: terms, purchases).flatMap { claim in
      open(claim).filter { isListed($0, of: claim, purchases, by: terms) }.map { share in
        GrantMade(
          chain: chain.chain,
          account: rule.account(of: purchases[claim.transactionID], tokens),
          transactionID: claim.transactionID, productID: claim.productID, coin: share.grant.coin,
          quantity: claim.quantity, amount: share.amount, duringTrial: share.grant.duringTrial,
          productType: productTypeUntold(of: claim, purchases), catalog: share.catalog,
          onUpgrade: share.onUpgrade,
          wallet: terms.catalogs.wallet(of: share.grant.coin), rules: RulesChanged.present,
          deliveredBefore: claim.isGrantedExternally ? terms.cutOver?.before : nil,
          decidedAt: decidedAt)
      }
    }
  }

  /// Returns the purchases whose coins wait: consumables for a catalog that lists them, and periods of
  /// which only the length of the plan tells whether they were free.
  package func unpriced(by terms: GrantTerms) -> [TransactionID] {
    claims(by: terms, purchases(by: terms)).filter { waits($0) && !$0.isGrantedExternally }.map(
      \.transactionID)
  }

  /// Returns the transactions from before the cut-over date whose coins were granted externally,
  /// and those of them that no catalog lists.
  package func grantedExternally(
    by terms: GrantTerms
  ) -> (all: [TransactionID], unpriced: [TransactionID]) {
    let external = claims(by: terms, purchases(by: terms)).filter { claim in
      claim.isGrantedExternally && (waits(claim) || !claim.sharesNotGrantedHere.isEmpty)
    }
    return (external.map(\.transactionID), external.filter(waits).map(\.transactionID))
  }

  /// Returns true if everything that a transaction grants is booked: no grant is due or waits for a
  /// catalog, and every grant is credited here or acknowledged by the game. True for a transaction
  /// that grants nothing.
  package func isBooked(
    _ transaction: TransactionID, by terms: GrantTerms, acknowledged: Set<GrantID>
  ) -> Bool {
    let purchases = purchases(by: terms)
    let id = purchases.identifier(of: transaction)
    let isWaiting = claims(by: terms, purchases).contains { claim in
      claim.transactionID == id && !claim.isGrantedExternally
        && (waits(claim) || !open(claim).isEmpty)
    }
    return !isWaiting
      && grants(of: transaction).allSatisfy { isCredited($0) || acknowledged.contains($0.id) }
  }

  /// Returns true if the coins of a grant are kept here and have an account, or were delivered elsewhere.
  private func isCredited(_ grant: GrantMade) -> Bool {
    grant.isDeliveredElsewhere || grant.wallet == .daicho && account(of: grant) != nil
  }

  /// Returns the shares of a claim that were not granted yet.
  private func open(_ claim: GrantClaim) -> [GrantClaim.Share] {
    let open =
      claim.isGrantedExternally
      ? claim.sharesNotGrantedHere.filter { !claim.deliveredElsewhere.contains($0.grant.coin) }
      : claim.sharesNotGrantedHere
    guard !grantedElsewhere.isEmpty else { return open }
    return open.filter {
      !grantedElsewhere.contains(GrantID(chain.chain, claim.transactionID, $0.grant.coin))
    }
  }

  /// Returns false for coins delivered elsewhere before a date that was declared by the rules before 3,
  /// unless something of them is taken back: a log of those rules gets no list of what was before it.
  private func isListed(
    _ share: GrantClaim.Share, of claim: GrantClaim, _ purchases: ChainPurchases,
    by terms: GrantTerms
  ) -> Bool {
    guard claim.isGrantedExternally, let cutOver = terms.cutOver, cutOver.rules == nil else {
      return true
    }
    let refunded = purchases[claim.transactionID].map {
      PurchaseReturns(of: $0, .none).refundedShare(
        since: cutOver.before, at: Instant(milliseconds: .max))
    }
    return refunded.map { $0.part(of: share.amount) > 0 } ?? false
  }

  /// The chain with the kinds of its grants where no source told one.
  private var typed: ChainState {
    chain.typed { [entries] purchase in
      entries.values.lazy.compactMap { entry in
        entry.made.productID == purchase.productID ? entry.made.productType : nil
      }.first
    }
  }

  /// Returns the purchases with the kinds of its grants, or else of the catalogs, where no source told one.
  private func purchases(by terms: GrantTerms) -> ChainPurchases {
    typed.typed(by: terms.catalogs).purchases
  }

  /// Returns the kind of a claim's product by the catalog; nil if a source told it.
  private func productTypeUntold(
    of claim: GrantClaim, _ purchases: ChainPurchases
  ) -> ProductType? {
    guard chain.transactions[claim.transactionID]?.purchase.type == .untold else { return nil }
    return purchases[claim.transactionID]?.purchase.type
  }

  private func waits(_ claim: GrantClaim) -> Bool {
    claim.isUnpriced || !claim.undecided.subtracting(claim.grantedHere).isEmpty
  }

  private func claims(by terms: GrantTerms, _ purchases: ChainPurchases) -> [GrantClaim] {
    let made = Dictionary(grouping: entries.values.map(\.made)) {
      purchases.identifier(of: $0.transactionID)
    }
    let granting = chain.granting(purchases.all)
    return granting.map { transaction in
      GrantClaim(
        transaction, by: terms,
        offer: UntoldOffer(transaction, among: granting, terms.catalogs),
        made: made[transaction.transactionID] ?? [])
    }
  }

  /// The status of each grant by all known refunds, whatever their dates.
  package var statuses: [GrantStatus] { statuses(at: Instant(milliseconds: .max)) }

  /// The statuses of the grants whose coins are kept here, and of such grants in the accounts that had
  /// them before, which have nothing of them any more.
  package var statusesOfWallets: [GrantStatus] {
    statuses.filter { $0.grant.wallet != .game }.flatMap { status in
      [status]
        + owners.formerAccounts(of: status.grant, in: chain).sorted().map { account in
          GrantStatus(
            grant: status.grant, account: account,
            takenBack: status.grant.isDeliveredElsewhere ? 0 : status.grant.amount,
            revision: revision, isFormer: true)
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
        revision: revision)
    }
  }
}

/// The accounts of the grants.
extension GrantBook {
  /// The tokens that may name the account of a grant.
  package var tokens: Set<AccountReference> { owners.rule(in: chain).tokens }

  /// The accounts that have or may receive coins of the chain, apart from those that its tokens name.
  package var accounts: Set<AccountReference> {
    let holders = grants.filter { $0.wallet == .game }.flatMap { self.holders(of: $0.id) }
    return owners.changed.union(
      chain.owner.references + holders + [chain.firstOwner].compactMap(\.self))
  }

  /// Returns the account of a grant; nil while its coins wait, and for an unknown grant.
  package func account(of grant: GrantID) -> AccountReference? {
    grants.first { $0.id == grant }.flatMap(account(of:))
  }

  /// All accounts that have or had a grant.
  package func holders(of grant: GrantID) -> Set<AccountReference> {
    guard let made = entries[grant]?.made else { return [] }
    return owners.formerAccounts(of: made, in: chain)
      .union([account(of: made)].compactMap(\.self))
  }

  /// Returns the assignments to be decided now: of grants that waited without an account, of grants to
  /// an account that has lost its link by id, and of coins that a game keeps, whose account is not the
  /// one that is answered any more.
  package func reassignments(_ tokens: TokenNames, at moment: Instant) -> [GrantAssigned] {
    let purchases = chain.purchases
    let rule = GrantReassignmentRule(chain, owners, tokens)
    return grants.compactMap { grant in
      rule.assignment(of: grant, purchases[grant.transactionID], at: moment)
    }
  }

  /// Returns the assignments of all grants to an account by an operator.
  func assigning(
    to account: AccountReference, author: String, reason: String, at moment: Instant
  ) -> [GrantAssigned] {
    grants.filter { self.account(of: $0) != account }.map {
      owners.assign($0, in: chain, to: account, .moved, author: author, reason: reason, at: moment)
    }
  }

  /// Returns the assignments that undo those of a change of owner.
  func undoing(
    _ change: OwnershipChanged, author: String, reason: String, at moment: Instant
  ) -> [GrantAssigned] {
    grants.compactMap { grant in
      guard let last = owners.lastAssignment(of: grant), last.decidedAt == change.decidedAt,
        last.cause == .moved || last.cause == .undone
      else { return nil }
      return owners.assign(
        grant, in: chain, to: last.from, .undone, author: author, reason: reason, at: moment)
    }
  }

  private func account(of grant: GrantMade) -> AccountReference? {
    owners.account(of: grant, in: chain)
  }
}
