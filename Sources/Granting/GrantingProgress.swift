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

  /// Returns the position that granting has reached in lanes.
  package func reached(in lanes: Set<Int16>) async throws -> Position {
    let checkpoints = CheckpointStore(of: GrantingConsumer.name)
    let rows = try await log.lookups.query([checkpoints.query(for: lanes.sorted())])[0]
    return try checkpoints.position(of: rows, readingShared: false)
  }

  /// Returns the position that granting has to pass in the lane of a chain, so that the grants due by a position
  /// and by the last event of the chain's book are made, and the wallets have followed the grants in the book.
  package func target(_ position: Position, and book: GrantBook) -> Position {
    let lane = log.lane(of: .chain(book.chain.chain))
    return Position([lane: max(position.lanes[lane] ?? 0, book.revision)])
  }
}
