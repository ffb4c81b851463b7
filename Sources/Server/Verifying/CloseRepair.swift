import EventStore
import Ledger
import Postgres
import Projections
import Reports

/// A repair of closes that lost their row and nothing else: the event of the log that tells of a close has
/// every column. A close without its sums or a report was interrupted, or lost more than its row, and is left alone.
struct CloseRepair: Sendable {
  /// A row to write, with the event that tells of it.
  private struct Lost: Sendable {
    let close: PeriodClose
    let said: PeriodClosed
    let event: EventID
  }

  private let pool: Pool
  private let log: EventLog
  private let books: KeptBooks

  init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
    books = KeptBooks(pool)
  }

  /// Writes the lost rows again, and records who did so. Returns their number.
  func run(signed signature: ActSignature, at now: Instant) async throws -> Int {
    let rows = try await lost()
    guard !rows.isEmpty else { return 0 }
    let act = ActRecorded(
      .reconcileRepair, values: ["closes": "\(rows.count)"], signed: signature, at: now)
    try await log.acts.perform(act, in: pool) { connection, _ in
      for row in rows {
        try PeriodStore.write(
          row.close, of: row.said.bundleID, in: row.said.environment, told: row.event,
          on: connection)
      }
    }
    return rows.count
  }

  private func lost() async throws -> [Lost] {
    // A close is committed with its reports: those read here have their row below, unless it is lost.
    let reports = Dictionary(
      grouping: try await books.reports(),
      by: { KeptMonth($0) })
    let kept = Set(try await books.closes().map { KeptMonth($0) })
    var told: [KeptMonth: Lost] = [:]
    for recorded in try await log.reading.shared() {
      guard case .shared(.periodClosed(let said)) = recorded.event else { continue }
      let month = KeptMonth(said)
      // The last event of a period counts: an earlier close was interrupted.
      told[month] = PeriodClose(said).map { Lost(close: $0, said: said, event: recorded.id) }
    }
    var lost: [Lost] = []
    for (month, row) in told where !kept.contains(month) {
      let stored = Set(reports[month, default: []].map { "\($0.report) \($0.format) \($0.digest)" })
      let said = Set(
        row.said.reports.map { "\($0.report) \($0.format) \($0.digest.hexadecimal)" })
      guard !stored.isEmpty, stored == said else { continue }
      let sums = try await books.sums(of: month.app, in: month.environment, to: month.endsAt)
      if sums == row.said.sums { lost.append(row) }
    }
    return lost.sorted { $0.event < $1.event }
  }
}

extension PeriodClose {
  /// Takes what an event tells; nil if it names no period that this program knows.
  fileprivate init?(_ said: PeriodClosed) {
    guard let calendar = ReportingPeriod.Calendar(rawValue: said.calendar),
      let period = ReportingPeriod(said.name, by: calendar), period.to == said.endsAt
    else { return nil }
    self.init(
      period, closedAt: said.closedAt, position: said.cut, closedBy: said.author,
      forcedBecause: said.forcedBecause, rules: said.rules, leftOut: said.leftOut)
  }
}
