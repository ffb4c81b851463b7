/// The accounts of a chain's grants: a fold over changes of owner, assignments and acknowledgements.
struct GrantOwners: Hashable, Sendable {
  private var changes: [EventID: OwnershipChanged] = [:]
  private var assignments: [GrantID: [Int: GrantAssigned]] = [:]
  private var acknowledged: Set<GrantID> = []

  mutating func note(_ change: OwnershipChanged, by event: EventID) { changes[event] = change }

  mutating func note(_ assigned: GrantAssigned) {
    assignments[assigned.grant, default: [:]][assigned.number] = assigned
  }

  mutating func note(_ acknowledgement: GrantAcknowledged) {
    acknowledged.insert(acknowledgement.grant)
  }

  /// The accounts that the changes of owner name.
  var changed: Set<AccountReference> {
    Set(changes.values.flatMap { $0.owners + [$0.account] })
  }

  /// Returns the account of a grant; nil while the coins wait for an account.
  func account(of grant: GrantMade, in chain: ChainState) -> AccountReference? {
    if let last = assignments(of: grant.id).last { return last.account }
    return grant.account ?? chain.firstOwner
  }

  /// Returns the accounts that had a grant before its present account.
  func formerAccounts(of grant: GrantMade, in chain: ChainState) -> Set<AccountReference> {
    let assigned = assignments(of: grant.id)
    let former = [assigned.isEmpty ? nil : grant.account ?? chain.firstOwner] + assigned.map(\.from)
    return Set(former.compactMap(\.self))
      .subtracting([account(of: grant, in: chain)].compactMap(\.self))
  }

  /// Returns the rule for the coins of purchases that are granted now.
  func rule(in chain: ChainState) -> CoinOwnerRule {
    CoinOwnerRule(chain, changes: changes.sorted { $0.key < $1.key }.map(\.value))
  }

  /// Returns true while the wallet of the grant's account has no room for the grant.
  func isFull(_ grant: GrantID) -> Bool {
    decisions(on: grant).last { $0.cause.isOfWallet }?.cause == .full
  }

  /// Returns the last assignment of a grant; nil while the grant belongs to its first account.
  func lastAssignment(of grant: GrantMade) -> GrantAssigned? { assignments(of: grant.id).last }

  /// Returns true for coins that are granted here and that no game has acknowledged.
  func isPending(_ grant: GrantMade) -> Bool {
    !acknowledged.contains(grant.id) && !grant.isDeliveredElsewhere
  }

  func wasErased(_ account: AccountReference, after grant: GrantMade) -> Bool {
    changes.values.contains {
      $0.cause == .erased && $0.account == account && $0.decidedAt >= grant.decidedAt
    }
  }

  /// Returns the next assignment of a grant.
  func assign(
    _ grant: GrantMade, in chain: ChainState, to account: AccountReference?,
    _ cause: GrantAssigned.Cause, author: String? = nil, reason: String? = nil, at moment: Instant
  ) -> GrantAssigned {
    GrantAssigned(
      of: grant, to: account, from: self.account(of: grant, in: chain), cause: cause,
      number: (decisions(on: grant.id).last?.number ?? 0) + 1, author: author, reason: reason,
      decidedAt: moment)
  }

  /// Returns the assignments of a grant to accounts, in order.
  private func assignments(of grant: GrantID) -> [GrantAssigned] {
    decisions(on: grant).filter { !$0.cause.isOfWallet }
  }

  /// Returns everything that was decided about a grant after it was made, in order.
  private func decisions(on grant: GrantID) -> [GrantAssigned] {
    (assignments[grant] ?? [:]).values.sorted { $0.number < $1.number }
  }
}
