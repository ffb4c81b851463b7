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

  /// Returns true if granting has passed a position in the lane of a chain and the last event of the
  /// chain's book, so that the grants due by then are made, and the wallets have followed the grants in
  /// the book: granting follows a grant when it reads the event that made it.
  package func hasPassed(_ position: Position, and book: GrantBook) async throws -> Bool {
    let lane = log.lane(of: .chain(book.chain.chain))
    let reached = try await log.lookups.withConnection { connection in
      try await CheckpointStore(of: GrantingConsumer.name).read(lane, on: connection)
    }
    return reached.position >= max(position.lanes[lane] ?? 0, book.revision)
  }
}
