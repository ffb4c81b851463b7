/// The grants of one chain: a fold over its events that says what is still to be decided.
///
/// It joins: events may come in any order and many times. Of two decisions on one grant the first
/// in the chain's stream stands.
package struct GrantBook: Hashable, Sendable {
  package private(set) var chain: ChainState
  /// The position in the chain's lane up to which it was read.
  package private(set) var revision: Int64 = 0
  private var entries: [GrantID: Entry] = [:]

  private struct Entry: Hashable {
    let made: GrantMade
    let event: EventID
  }

  package init(_ chain: ChainID) {
    self.chain = ChainState(chain)
  }

  /// Goes on from a chain as it was joined, and the decisions on it.
  package init(_ chain: ChainState, grants: some Sequence<RecordedEvent>) {
    self.chain = chain
    for event in grants { record(event) }
  }

  /// Takes in an event of this chain.
  package mutating func record(_ event: RecordedEvent) {
    chain.join(event)
    revision = max(revision, event.id.position)
    guard case .grantMade(let made) = event.event else { return }
    precondition(made.chain == chain.chain, "a book keeps the grants of one chain")
    let entry = Entry(made: made, event: event.id)
    if let standing = entries[made.id], standing.event <= event.id { return }
    entries[made.id] = entry
  }

  /// The grants made, in the order of their transactions' ids.
  package var grants: [GrantMade] {
    entries.values.map(\.made).sorted { ($0.transactionID, $0.coin) < ($1.transactionID, $1.coin) }
  }

  /// What has to be decided now, each grant once. Nothing once it was recorded, and nothing for what was
  /// bought before the opening.
  package func due(by terms: GrantTerms, decidedAt: Instant) -> [GrantMade] {
    guard let bundleID = chain.bundleID else { return [] }
    return claims(by: terms).filter { !$0.isElsewhere }.flatMap { claim in
      open(claim).map { share in
        GrantMade(
          chain: chain.chain, bundleID: bundleID,
          account: claim.isRenewable ? chain.presentOwner : chain.firstOwner,
          transactionID: claim.transactionID, productID: claim.productID, coin: share.grant.coin,
          quantity: claim.quantity, amount: share.amount, duringTrial: share.grant.duringTrial,
          catalogue: share.catalogue, decidedAt: decidedAt)
      }
    }
  }

  /// The consumables whose coins wait for a catalogue that names them.
  package func unpriced(by terms: GrantTerms) -> [TransactionID] {
    claims(by: terms).filter { $0.isUnpriced && !$0.isElsewhere }.map(\.transactionID)
  }

  /// The transactions whose coins were delivered elsewhere, as far as they were bought before the
  /// opening; with those of them that no catalogue names.
  package func deliveredElsewhere(
    by terms: GrantTerms
  ) -> (all: [TransactionID], unpriced: [TransactionID]) {
    let elsewhere = claims(by: terms).filter { claim in
      claim.isElsewhere && (claim.isUnpriced || !open(claim).isEmpty)
    }
    return (elsewhere.map(\.transactionID), elsewhere.filter(\.isUnpriced).map(\.transactionID))
  }

  /// Whether a game has booked all that a transaction gives: nothing of it is still to be granted or waits
  /// for a catalogue, and every grant is acknowledged. So is one that gives nothing.
  package func isBooked(
    _ transaction: TransactionID, by terms: GrantTerms, acknowledged: Set<GrantID>
  ) -> Bool {
    let isWaiting = claims(by: terms).contains { claim in
      claim.transactionID == transaction && !claim.isElsewhere
        && (claim.isUnpriced || !open(claim).isEmpty)
    }
    return !isWaiting
      && grants.filter { $0.transactionID == transaction }
        .allSatisfy { acknowledged.contains($0.id) }
  }

  /// What a transaction may claim and was not granted.
  private func open(_ claim: GrantClaim) -> [GrantClaim.Share] {
    (claim.shares ?? []).filter { entries[$0.id] == nil }
  }

  private func claims(by terms: GrantTerms) -> [GrantClaim] {
    let settled = Dictionary(
      entries.values.map { ($0.made.transactionID, $0.made.catalogue) }, uniquingKeysWith: min)
    return chain.granting.map { transaction in
      GrantClaim(
        transaction, in: chain.chain.environment, by: terms,
        settledBy: settled[transaction.transactionID])
    }
  }

  /// Each grant as it stands by every refund that is known, whatever its date.
  package var standings: [GrantStanding] { standings(at: Instant(milliseconds: .max)) }

  /// Each grant with whom it belongs to and how much of it was taken back by a moment.
  package func standings(at moment: Instant) -> [GrantStanding] {
    let granting = Dictionary(
      chain.granting.map { ($0.transactionID, $0) }, uniquingKeysWith: { first, _ in first })
    return grants.map { grant in
      GrantStanding(
        grant: grant, account: grant.account ?? chain.firstOwner,
        takenBack: granting[grant.transactionID]?.takenBack(of: grant, at: moment) ?? grant.amount,
        revision: revision)
    }
  }
}

/// How it stands with a grant at a moment.
package struct GrantStanding: Hashable, Sendable {
  package let grant: GrantMade
  /// Whose wallet it belongs in; nil while the chain is nobody's.
  package let account: AccountReference?
  /// Of the grant's amount, in all.
  package let takenBack: Int64
  /// By which position of the chain's lane: of two standings the later one is so.
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
