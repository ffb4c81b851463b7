import Foundation
import Ledger
import Postgres

/// A claim of a consumer's lane by this process, for work outside a transaction. It ends by itself,
/// by the database's clock, if the process dies.
struct CheckpointClaim: Sendable {
  /// The time for which one page may be worked on.
  static let duration: Duration = .seconds(30)

  let consumer: ConsumerName
  let lane: Int16
  /// The process that claims.
  let owner: UUID

  /// Claims the lane and returns its checkpoint. Returns nil if another process has claimed it, or if
  /// the ledger is paused. The claim waits for no disk: a crash of the database may end it early, and
  /// another process then does the same work again.
  func begin(in pool: Pool) async throws -> Checkpoint? {
    try await pool.transaction(
      ConsumerLane.options,
      of: [
        Call(.checkpointCreate, lane, consumer.rawValue, CheckpointStore.live),
        Call(.checkpointClaim, lane, consumer.rawValue, owner, Self.duration.milliseconds),
      ])[1].decode(Checkpoint.self).first
  }

  /// Ends the claim, at a new checkpoint. Returns false if the claim had ended by itself: then the
  /// checkpoint stays, and the page is read again.
  func end(at checkpoint: Checkpoint, on connection: isolated Connection) throws -> Bool {
    try !connection.query(
      .checkpointRelease, lane, consumer.rawValue, owner, checkpoint.position, checkpoint.shared
    ).isEmpty
  }
}

extension Duration {
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
