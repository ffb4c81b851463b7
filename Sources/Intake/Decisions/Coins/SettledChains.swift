import EventStore
package import Foundation
import Ledger

/// The chains about which everything was decided in the batch of a post, as this process remembers it: their
/// grants are made and in wallets. The granter need not read them again for the events of that batch.
package final class SettledChains: Sendable {
  /// The limit for a process without a granter, which takes nothing.
  private static let countMax = 20_000

  private let positions: Remembered<[UUID: Int64]>

  init(_ log: EventLog) {
    positions = Remembered([:], in: log.memory)
  }

  /// The generation to name with what is decided from now on.
  var generation: Int { positions.generation }

  /// - Parameters:
  ///   - position: the position in the chain's lane up to which everything is decided.
  ///   - generation: the generation before it was decided.
  func note(_ chain: ChainID, upTo position: Int64, since generation: Int) {
    positions.remember(since: generation) { positions in
      if positions.count >= Self.countMax { positions = [:] }
      positions[StreamID.chain(chain).key] = position
    }
  }

  /// Returns true if nothing is left to decide on a chain by its events up to a position, and forgets it.
  package func take(_ stream: UUID, upTo position: Int64) -> Bool {
    positions.withLock { positions in
      positions.removeValue(forKey: stream).map { position <= $0 } ?? false
    }
  }
}
