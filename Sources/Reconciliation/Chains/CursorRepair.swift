package import EventProcessing
package import EventStore
import Foundation
package import Ledger
package import Postgres

/// A repair of reconciliation's cursors. It restores missing and altered cursors from the log, and enqueues the requests
/// to Apple that a new cursor creates.
package struct CursorRepair: Sendable {
  /// The result of a repair.
  package struct Outcome: Hashable, Sendable {
    /// The number of rows that were missing or altered.
    package var rows = 0
    /// The lanes that were read again.
    package var lanes: [Int16] = []
  }

  /// The most rows of a lane that one repair mends.
  private static let rowsMax: Int64 = 100_000

  private let processor: EventProcessor
  private let log: EventLog
  private let pool: Pool

  /// - Parameter processor: an engine with the consumer of reconciliation.
  package init(by processor: EventProcessor, log: EventLog, pool: Pool) {
    self.processor = processor
    self.log = log
    self.pool = pool
  }

  /// Reads each lane with a missing or altered cursor again, and records who did so. A cursor that is right
  /// keeps what Apple was asked; one that was altered loses it, and Apple is asked again.
  package func run(signed signature: ActSignature, at now: Instant) async throws -> Outcome {
    var (outcome, broken): (Outcome, [Int16: [UUID]]) = (Outcome(), [:])
    for lane in log.lanes {
      let found = try await pool.withConnection { connection in
        try await connection.query(
          .reconciliationCursorsOwed, lane, ReconciliationConsumer.name.rawValue, now,
          Self.rowsMax)
      }.decode((String, String, String, String).self)
      guard !found.isEmpty else { continue }
      let keys = Set(found.map { table, key, _, _ in "\(table) \(key)" })
      outcome.rows += keys.count
      outcome.lanes.append(lane)
      // A key that is no stream is that of a store, which is only added.
      broken[lane] = Set(found.map(\.1)).compactMap { UUID(uuidString: $0) }
    }
    guard !outcome.lanes.isEmpty else { return outcome }
    let act = ActRecorded(
      .reconcileRepair,
      values: [
        "lanes": outcome.lanes.map { "\($0)" }.joined(separator: ","), "rows": "\(outcome.rows)",
      ], signed: signature, at: now)
    try await log.acts.perform(act, in: pool) { [broken] connection, _ in
      let checkpoints = CheckpointStore(of: ReconciliationConsumer.name)
      for (lane, streams) in broken.sorted(by: { $0.key < $1.key }) {
        // Before the cursors, as the consumer does: otherwise each could wait for the other.
        _ = try checkpoints.hold(lane, on: connection)
        _ = try connection.query(.reconciliationCursorsForget, lane, streams)
        try checkpoints.move(to: Checkpoint(lane: lane, position: 0, shared: 0), on: connection)
      }
    }
    try await processor.runToEnd()
    return outcome
  }
}
