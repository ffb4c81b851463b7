package import EventStore
import Intake
package import Ledger
package import Postgres

/// A repair of receipts that are altered, or that wait for a job which is gone. A state is written again from the items.
/// Any other receipt is deleted: the client finds none, posts again, and gets another one from the log. One that cannot
/// be read is left alone, since a newer version may have written it.
package struct ReceiptRepair: Sendable {
  /// The most receipts of a lane that one repair mends.
  private static let receiptsMax = 100_000

  private let pool: Pool
  private let log: EventLog
  private let lanes: JobLanes

  package init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
    lanes = JobLanes(count: log.installation.laneCount)
  }

  /// Mends the receipts of all lanes, and records who did so. Returns their number.
  package func run(signed signature: ActSignature, at now: Instant) async throws -> Int {
    var faults: [ReceiptAudit.Fault] = []
    for lane in lanes.all {
      faults += try await ReceiptAudit(pool: pool, lanes: lanes).faults(
        lane: lane, limit: Self.receiptsMax, at: now
      ).filter { $0.kind != .unreadable }
    }
    guard !faults.isEmpty else { return 0 }
    let receipts = Set(faults.map { "\($0.lane) \($0.receipt)" }).count
    let act = ActRecorded(
      .reconcileRepair, values: ["receipts": "\(receipts)"], signed: signature, at: now)
    try await log.acts.record(act)
    for fault in faults { try await mend(fault, at: now) }
    return receipts
  }

  private func mend(_ fault: ReceiptAudit.Fault, at now: Instant) async throws {
    try await pool.withTransaction { connection in
      guard case .state = fault.kind else {
        _ = try connection.query(
          .receiptsDrop, fault.lane, fault.receipt, fault.items, fault.changedAt)
        return
      }
      // A server may have replaced the items meanwhile: the state is that of those that are locked.
      let rows = try connection.query(.receiptsLock, fault.lane, fault.receipt)
      guard let (id, items, position) = try rows.decode((String, JSONText, String).self).first,
        let submission = try? Submission(id, items, position)
      else { return }
      _ = try connection.query(
        .receiptsChange, fault.lane, id, submission.state.rawValue, items, position, now)
    }
  }
}
