import EventStore
import Ledger

/// A decision on a chain's owners, made under the lock of the chain's lane.
struct LinkRule: ChainOwnersFolding, Decider {
  enum Command: Sendable {
    case restore(AccountReference, knownAs: Set<AccountReference>, isWaiting: Bool, LinkPolicy)
    /// The first claim after the owner was erased or the token freed.
    case claim(AccountReference, knownAs: Set<AccountReference>, isWaiting: Bool)
    /// The account keeps the chain of a token that is withdrawn.
    case keep(AccountReference, token: AccountReference)
    case erase(AccountReference, knownAs: Set<AccountReference>)
    case inherit([AccountReference])
    case assign(AccountReference, withCoins: Bool, author: String, reason: String)
    case undo(author: String, reason: String)
  }

  let chain: ChainID
  let command: Command
  /// The moment of the decision, by the caller's clock.
  let decidedAt: Instant

  var bundleID: BundleID { chain.bundleID }
  var environment: StoreEnvironment { chain.environment }

  func decide(
    on state: ChainOwners, at moment: Instant
  ) -> (verdict: OwnershipDecision, events: [LedgerEvent]) {
    let decision = verdict(on: state)
    guard case .accepted(let changed, _, let grants) = decision else { return (decision, []) }
    return (
      decision,
      [.chain(.ownershipChanged(changed))] + grants.map { .chain(.grantAssigned($0)) }
    )
  }

  func verdict(on state: ChainOwners) -> OwnershipDecision {
    switch command {
    case .restore(let account, let names, let isWaiting, let policy):
      return state.decide(
        restoringTo: account, knownAs: names, isWaiting: isWaiting, by: policy, at: decidedAt)
    case .claim(let account, let names, let isWaiting):
      return state.decide(
        claimingFor: account, knownAs: names, isWaiting: isWaiting, at: decidedAt)
    case .keep(let account, let token):
      guard state.owner == .token(token) else { return .alreadyOwner }
      return state.decide(.kept, owners: [account], of: account, at: decidedAt)
    case .erase(let account, let names):
      guard !names.isDisjoint(with: state.owners) else { return .alreadyOwner }
      return state.decide(
        .erased, owners: state.owners.filter { !names.contains($0) }, of: account, at: decidedAt)
    case .inherit(let owners): return state.decide(inheriting: owners, at: decidedAt)
    case .assign(let account, let withCoins, let author, let reason):
      return state.decide(
        assigning: account, withCoins: withCoins, author: author, reason: reason, at: decidedAt)
    case .undo(let author, let reason):
      return state.decide(undoingBy: author, reason: reason, at: decidedAt)
    }
  }
}
