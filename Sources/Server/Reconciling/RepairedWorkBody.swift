import EventStore
import Granting
package import Ledger
import Outbox
import Reconciliation

/// The JSON form of a repair of work that follows from the log, and its sentences.
package struct RepairedWorkBody: Encodable, Sendable {
  package let rows: Int
  package let lanes: [Int16]
  /// The number of jobs with an id that was not that of their columns.
  package let jobs: Int
  /// The number of receipts that were altered, or waited for a job which is gone.
  package let receipts: Int
  /// The number of purchases that were decided again, and no longer wait for their coins, or for another reason.
  package let waits: Int
  /// The number of rows of closed periods that were gone, and were written again from their events.
  package let closes: Int

  /// Repairs the rows of a ledger, beside a running server or without one.
  package static func repairing(
    _ settings: Settings, signed signature: ActSignature
  ) async throws -> RepairedWorkBody {
    try await Composition.with(settings) { composition in
      let outcome = try await composition.cursorRepair.run(
        signed: signature, at: Composition.now())
      let jobs = try await JobRepair(
        pool: composition.database.pool, log: composition.log, policy: composition.outbox.policy
      ).run(signed: signature, at: Composition.now())
      let receipts = try await ReceiptRepair(
        pool: composition.database.pool, log: composition.log
      ).run(signed: signature, at: Composition.now())
      let waits = try await decideWaiting(
        composition.granting, log: composition.log, signed: signature)
      let closes = try await CloseRepair(
        pool: composition.database.pool, log: composition.log
      ).run(signed: signature, at: Composition.now())
      return RepairedWorkBody(
        rows: outcome.rows, lanes: outcome.lanes, jobs: jobs, receipts: receipts, waits: waits,
        closes: closes)
    }
  }

  /// Decides again on the purchases that wait, and records who did so if any waits no longer, or for another reason.
  static func decideWaiting(
    _ granting: GrantingConsumer, log: EventLog, signed signature: ActSignature
  ) async throws -> Int {
    let waits = try await granting.decideWaiting()
    guard waits > 0 else { return 0 }
    try await log.acts.record(
      ActRecorded(
        .reconcileRepair, values: ["waits": "\(waits)"], signed: signature,
        at: Composition.now()))
    return waits
  }

  package var lines: [String] {
    let lanes = lanes.map { "\($0)" }.joined(separator: ", ")
    let lines = [
      rows > 0 ? "\(rows) rows were missing or altered. Read again: lane \(lanes)." : nil,
      jobs > 0 ? "\(jobs) jobs were altered." : nil,
      receipts > 0 ? "\(receipts) receipts were altered or waited for nothing." : nil,
      waits > 0 ? "\(waits) purchases were decided again, and no longer wait so." : nil,
      closes > 0 ? "\(closes) closes had lost their row, and have it again." : nil,
    ].compactMap(\.self)
    return lines.isEmpty
      ? ["No row was mended. If `daicho verify` finds one, take it from a backup."] : lines
  }
}
