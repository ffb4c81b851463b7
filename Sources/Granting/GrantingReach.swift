import EventProcessing
import EventStore
import Foundation
import Ledger
import Postgres

/// The granter's progress in a lane: its checkpoint, and the waiting chains among the given ones.
struct GrantingReach: Sendable {
  private let position: Int64
  /// The position reached in lane 0.
  let shared: Int64
  private let waiting: Set<UUID>
  /// True if the lane is being read again, or has dead letters: then nothing is owed for certain.
  private let isUncertain: Bool

  /// - Parameter chains: chains of this lane.
  init(
    _ lane: Int16, among chains: [ChainID], on connection: isolated Connection
  ) throws {
    let checkpoint = try CheckpointStore(of: GrantingConsumer.name).read(lane, on: connection)
    (position, shared) = (checkpoint.position, checkpoint.shared)
    let again = try connection.query(.grantingBackfillRead, [[lane]])
    let letters = try DeadLetterStore(lane: lane).positions(
      of: [GrantingConsumer.name], on: connection)
    isUncertain = !again.isEmpty || !letters.isEmpty
    waiting = Set(
      try connection.query(.grantingWaitsAmong, lane, chains.map { StreamID.chain($0).key })
        .decode(UUID.self))
  }

  /// Returns true if every grant of a chain must have been made by this checkpoint.
  func hasDecided(_ book: GrantBook) -> Bool {
    !isUncertain && book.revision <= position
      && !waiting.contains(StreamID.chain(book.chain.chain).key)
  }

  /// Returns true if the wallet of a grant's owner must have followed by this checkpoint.
  func covers(_ status: GrantStatus) -> Bool {
    status.revision <= position
      && !waiting.contains(StreamID.chain(status.grant.chain).key)
  }
}
