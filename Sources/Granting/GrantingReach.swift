import EventProcessing
import EventStore
import Foundation
import Ledger
import Postgres

/// The granter's progress in a lane: its checkpoint, and the waiting chains among the given ones.
struct GrantingReach: Sendable {
  private let position: Int64
  private let waiting: Set<UUID>

  /// - Parameter chains: chains of this lane.
  init(
    _ lane: Int16, among chains: [ChainID], on connection: isolated Connection
  ) throws {
    position = try CheckpointStore(of: GrantingConsumer.name).read(lane, on: connection).position
    waiting = Set(
      try connection.query(.grantingWaitsAmong, lane, chains.map { StreamID.chain($0).key })
        .decode(UUID.self))
  }

  /// Returns true if the wallet of a grant's owner must have followed by this checkpoint.
  func covers(_ status: GrantStatus) -> Bool {
    status.revision <= position
      && !waiting.contains(StreamID.chain(status.grant.chain).key)
  }
}
