/// The grants of one chain: a fold over its events that determines the grants that are still due.
///
/// Events may arrive in any order and repeatedly. Of two decisions on one grant, the first in the
/// chain's stream counts.
package struct GrantBook: Hashable, Sendable {
  package private(set) var chain: ChainState
  /// The position in the chain's lane up to which events were applied.
  package private(set) var revision: Int64 = 0
  private var entries: [GrantID: Entry] = [:]

  private struct Entry: Hashable {
    let made: GrantMade
    let event: EventID
  }

  package init(_ chain: ChainID) {
    self.chain = ChainState(chain)
  }

  /// Resumes from the joined state of a chain and its recorded grants.
  package init(_ chain: ChainState, grants: some Sequence<RecordedEvent>) {
    self.chain = chain
    for event in grants { record(event) }
  }

  /// Applies an event of this chain.
  package mutating func record(_ event: RecordedEvent) {
    chain.join(event)
    revision = max(revision, event.id.position)
    guard case .chain(.grantMade(let made)) = event.event else { return }
    precondition(made.chain == chain.chain, "a book keeps the grants of one chain")
    let entry = Entry(made: made, event: event.id)
    if let known = entries[made.id], known.event <= event.id { return }
    entries[made.id] = entry
  }

  /// The recorded grants, ordered by transaction and coin.
  package var grants: [GrantMade] {
    entries.values.map(\.made).sorted { ($0.transactionID, $0.coin) < ($1.transactionID, $1.coin) }
  }

  /// Returns the grants to be decided now. A recorded grant is not returned again, and nothing is
  /// due for purchases before the cut-over date.
  package func due(by terms: GrantTerms, decidedAt: Instant) -> [GrantMade] {
    guard let bundleID = chain.bundleID else { return [] }
    return claims(by: terms).filter { !$0.isGrantedExternally }.flatMap { claim in
      open(claim).map { share in
        GrantMade(
          chain: chain.chain, bundleID: bundleID,
          account: claim.isRenewable ? chain.presentOwner : chain.firstOwner,
          transactionID: claim.transactionID, productID: claim.productID, coin: share.grant.coin,
          quantity: claim.quantity, amount: share.amount, duringTrial: share.grant.duringTrial,
          catalog: share.catalog, decidedAt: decidedAt)
      }
    }
  }

  /// Returns the consumables whose coins wait for a catalog that lists them.
  package func unpriced(by terms: GrantTerms) -> [TransactionID] {
    claims(by: terms).filter { $0.isUnpriced && !$0.isGrantedExternally }.map(\.transactionID)
  }

  /// Returns the transactions from before the cut-over date whose coins were granted externally,
  /// and those of them that no catalog lists.
  package func grantedExternally(
    by terms: GrantTerms
  ) -> (all: [TransactionID], unpriced: [TransactionID]) {
    let external = claims(by: terms).filter { claim in
      claim.isGrantedExternally && (claim.isUnpriced || !open(claim).isEmpty)
    }
    return (external.map(\.transactionID), external.filter(\.isUnpriced).map(\.transactionID))
  }

  /// Returns true if a game has booked everything that a transaction grants: no grant is due or
  /// waits for a catalog, and every grant is acknowledged. True for a transaction that grants
  /// nothing.
  package func isBooked(
    _ transaction: TransactionID, by terms: GrantTerms, acknowledged: Set<GrantID>
  ) -> Bool {
    let isWaiting = claims(by: terms).contains { claim in
      claim.transactionID == transaction && !claim.isGrantedExternally
        && (claim.isUnpriced || !open(claim).isEmpty)
    }
    return !isWaiting
      && grants.filter { $0.transactionID == transaction }
        .allSatisfy { acknowledged.contains($0.id) }
  }

  /// Returns the shares of a claim that were not granted yet.
  private func open(_ claim: GrantClaim) -> [GrantClaim.Share] {
    (claim.shares ?? []).filter { entries[$0.id] == nil }
  }

  private func claims(by terms: GrantTerms) -> [GrantClaim] {
    let settled = Dictionary(
      entries.values.map { ($0.made.transactionID, $0.made.catalog) }, uniquingKeysWith: min)
    return chain.granting.map { transaction in
      GrantClaim(
        transaction, in: chain.chain.environment, by: terms,
        settledBy: settled[transaction.transactionID])
    }
  }

  /// The status of each grant by all known refunds, whatever their dates.
  package var statuses: [GrantStatus] { statuses(at: Instant(milliseconds: .max)) }

  /// Returns each grant with its account and the amount taken back by a moment.
  package func statuses(at moment: Instant) -> [GrantStatus] {
    let granting = Dictionary(
      chain.granting.map { ($0.transactionID, $0) }, uniquingKeysWith: { first, _ in first })
    return grants.map { grant in
      GrantStatus(
        grant: grant, account: grant.account ?? chain.firstOwner,
        takenBack: granting[grant.transactionID]?.takenBack(of: grant, at: moment) ?? grant.amount,
        revision: revision)
    }
  }
}

/// The status of a grant at a moment.
package struct GrantStatus: Hashable, Sendable {
  package let grant: GrantMade
  /// The account whose wallet receives the coins; nil while the chain has no owner.
  package let account: AccountReference?
  /// The part of the grant's amount that was taken back in total.
  package let takenBack: Int64
  /// The position in the chain's lane of which this is the status; of two statuses the one with the
  /// greater revision is current.
  package let revision: Int64

  package init(
    grant: GrantMade, account: AccountReference?, takenBack: Int64, revision: Int64
  ) {
    self.grant = grant
    self.account = account
    self.takenBack = takenBack
    self.revision = revision
  }
}
