import EventStore
import Ledger

/// Decides on a chain's owners under the lock of its lane.
struct LinkRule: Decider {
  enum Wish: Sendable {
    case claim(AccountReference, knownAs: Set<AccountReference>, LinkPolicy)
    case assign(AccountReference, author: String, reason: String)
    case undo(author: String, reason: String)
  }

  let chain: ChainID
  let bundleID: BundleID
  let wish: Wish
  /// By the clock of whoever asks, as every decision of ours.
  let decidedAt: Instant

  var stream: StreamID { .chain(chain) }
  var environment: StoreEnvironment { chain.environment }
  var initial: ChainOwners { ChainOwners(chain) }

  func evolve(_ state: inout ChainOwners, with event: LedgerEvent) {
    state.evolve(with: event)
  }

  /// A chain of nobody's is given to whoever wants it.
  func decide(
    on state: ChainOwners, at moment: Instant
  ) -> (verdict: OwnershipDecision, events: [LedgerEvent]) {
    let decision = verdict(on: state)
    switch decision {
    case .accepted(let changed): return (decision, [.ownershipChanged(changed)])
    case .unowned: return (decision, firstOwner)
    case .alreadyOwner, .refused: return (decision, [])
    }
  }

  func verdict(on state: ChainOwners) -> OwnershipDecision {
    switch wish {
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
      switch wish {
      case .claim(let account, _, _), .assign(let account, _, _): account
      case .undo: nil
      }
    return account.map {
      [
        .chainOwned(
          ChainOwned(chain: chain, bundleID: bundleID, account: $0, decidedAt: decidedAt))
      ]
    } ?? []
  }
}
