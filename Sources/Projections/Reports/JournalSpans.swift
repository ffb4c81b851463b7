import EventStore
import Ledger
import Postgres

/// The reader of the time of a report with the closes that lie in it or around it.
struct JournalSpans: Sendable {
  private let periods: PeriodStore

  init(_ pool: Pool) {
    periods = PeriodStore(pool)
  }

  /// Returns the time of a report. A report up to the end of a closed period, or less, counts what was
  /// known when that was closed.
  func span(
    of request: ReportRequest, at cut: (moment: Instant, position: Position)
  ) async throws -> JournalSpan {
    let closes = try await periods.closes(of: request.app, in: request.environment)
      .filter { $0.closedAt <= cut.moment }
    let (from, to) = (request.from ?? .distantPast, request.to ?? cut.moment)
    let closed = closes.first { from <= $0.period.to }
    return JournalSpan(
      from: from, to: to,
      last: closes.first { to <= $0.period.to }?.position ?? cut.position,
      closed: closed.map { ($0.position, $0.closedAt) })
  }
}
