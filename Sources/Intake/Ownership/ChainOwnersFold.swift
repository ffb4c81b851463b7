import EventStore
import Ledger

/// A fold of a chain's owners and grants from its stream.
protocol ChainOwnersFolding: AggregateFold where State == ChainOwners {
  var chain: ChainID { get }
}

extension ChainOwnersFolding {
  var stream: StreamID { .chain(chain) }
  var initial: ChainOwners { ChainOwners(chain) }

  func evolve(_ state: inout ChainOwners, with event: LedgerEvent) { state.evolve(with: event) }
}

struct ChainOwnersFold: ChainOwnersFolding {
  let chain: ChainID
}
