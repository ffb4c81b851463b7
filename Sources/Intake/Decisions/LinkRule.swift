import EventStore
import Ledger

/// A decision on a chain's owners, made under the lock of the chain's lane.
struct LinkRule: Decider {
  enum Command: Sendable {
    case claim(AccountReference, knownAs: Set<AccountReference>, LinkPolicy)
    case assign(AccountReference, author: String, reason: String)
    case undo(author: String, reason: String)
  }

  let chain: ChainID
  let bundleID: BundleID
  let command: Command
  /// The moment of the decision, by the caller's clock.
  let decidedAt: Instant

  var stream: StreamID { .chain(chain) }
  var environment: StoreEnvironment { chain.environment }
  var initial: ChainOwners { ChainOwners(chain) }

  func evolve(_ state: inout ChainOwners, with event: LedgerEvent) {
    state.evolve(with: event)
  }

  /// Decides the command. A chain without an owner goes to the first account that claims it.
  func decide(
    on state: ChainOwners, at moment: Instant
  ) -> (verdict: OwnershipDecision, events: [LedgerEvent]) {
    let decision = verdict(on: state)
    switch decision {
    case .accepted(let changed): return (decision, [.chain(.ownershipChanged(changed))])
    case .unowned: return (decision, firstOwner)
    case .alreadyOwner, .rejected: return (decision, [])
    }
  }

  func verdict(on state: ChainOwners) -> OwnershipDecision {
    switch command {
    case .claim(let account, let names, let policy):
      state.decide(claimBy: account, knownAs: names, by: policy, at: decidedAt)
    case .assign(let account, let author, let reason):
      state.decide(assigning: account, author: author, reason: reason, at: decidedAt)
    case .undo(let author, let reason):
      state.decide(undoingBy: author, reason: reason, at: decidedAt)
    }
  }

  private var firstOwner: [LedgerEvent] {
    let account: AccountReference? =
      switch command {
      case .claim(let account, _, _), .assign(let account, _, _): account
      case .undo: nil
      }
    return account.map {
      [
        .chain(
          .chainOwned(
            ChainOwned(chain: chain, bundleID: bundleID, account: $0, decidedAt: decidedAt)))
      ]
    } ?? []
  }
}
