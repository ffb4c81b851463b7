import EventProcessing
package import EventStore
package import Ledger
import Postgres

/// The progress of granting, for those who wait for the grants of a post.
package struct GrantingProgress: Sendable {
  private let log: EventLog

  package init(_ log: EventLog) {
    self.log = log
  }

  /// Returns true if granting has passed a position in the lane of a chain, so that the grants of the
  /// chain are made and the wallets have followed.
  package func hasPassed(_ position: Position, of chain: ChainID) async throws -> Bool {
    let lane = log.lane(of: .chain(chain))
    let reached = try await log.lookups.withConnection { connection in
      try await CheckpointStore(of: GrantingConsumer.name).read(lane, on: connection)
    }
    return reached.position >= position.lanes[lane] ?? 0
  }
}
