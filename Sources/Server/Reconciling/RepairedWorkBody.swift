import EventStore
import Granting
package import Ledger
import Outbox
import Reconciliation

/// The JSON form of a repair of work that follows from the log, and its sentences.
package struct RepairedWorkBody: Encodable, Sendable {
  package let rows: Int
  package let lanes: [Int16]
  /// The number of receipts that were altered, or waited for a job which is gone.
  package let receipts: Int
  /// The number of purchases that waited for their coins for a wrong reason.
  package let waits: Int

  /// Repairs the rows of a ledger, beside a running server or without one.
  package static func repairing(
    _ settings: Settings, signed signature: ActSignature
  ) async throws -> RepairedWorkBody {
    try await Composition.with(settings) { composition in
      let outcome = try await composition.cursorRepair.run(
        signed: signature, at: Composition.now())
      let receipts = try await ReceiptRepair(
        pool: composition.database.pool, log: composition.log
      ).run(signed: signature, at: Composition.now())
      var waits = 0
      // A paused ledger grants nothing: the rest is repaired.
      do { waits = try await composition.granting.decideWaiting() } catch EventLogError.paused {}
      return RepairedWorkBody(
        rows: outcome.rows, lanes: outcome.lanes, receipts: receipts, waits: waits)
    }
  }

  package var lines: [String] {
    let lanes = lanes.map { "\($0)" }.joined(separator: ", ")
    let lines = [
      rows > 0 ? "\(rows) rows were missing or altered. Read again: lane \(lanes)." : nil,
      receipts > 0 ? "\(receipts) receipts were altered or waited for nothing." : nil,
      waits > 0 ? "\(waits) purchases were decided again that waited for a wrong reason." : nil,
    ].compactMap(\.self)
    return lines.isEmpty ? ["No row is missing or altered."] : lines
  }
}
