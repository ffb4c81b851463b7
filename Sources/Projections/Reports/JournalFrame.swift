import EventStore
import Ledger
import Postgres
import Reports

/// The frame that the reports of the journal share: the cut, the time with the closes around it, and the
/// report around the rows.
struct JournalFrame: Sendable {
  /// A request for a report with its time, at a cut that the projections have reached.
  struct Question: Sendable {
    let request: ReportRequest
    let span: JournalSpan
    /// The close of exactly this time, if its sums are stored. They are not divided by days.
    let stored: PeriodClose?
    /// The closed periods before this time, if the books may have other sums now; nil too if the sums of this
    /// time are stored.
    let earlier: EarlierCloses?
    let cut: (moment: Instant, position: Position)
  }

  private let log: EventLog
  private let cuts: ReportCuts
  private let periods: PeriodStore

  init(pool: Pool, log: EventLog, cuts: ReportCuts) {
    self.log = log
    self.cuts = cuts
    periods = PeriodStore(pool)
  }

  /// Takes the cut of a request, and waits until the projections cover it.
  func question(_ request: ReportRequest) async throws -> Question {
    let cut = try await cuts.cut(of: request)
    try request.interval?.requireFew(from: request.from, to: request.to ?? cut.moment)
    try await cuts.wait(for: cut.position)
    let closes = try await periods.closes(of: request.app, in: request.environment)
      .filter { $0.closedAt <= cut.moment }
    let span = span(of: request, at: cut, closes)
    let stored = closes.first {
      request.interval == nil && ($0.period.from, $0.period.to) == (span.from, span.to)
        && $0.rules != nil
    }
    return Question(
      request: request, span: span, stored: stored,
      earlier: stored == nil ? EarlierCloses(of: closes, before: span.from) : nil, cut: cut)
  }

  /// Returns the report with these rows.
  func report(_ question: Question, rows: [[Report.Value]]) -> Report {
    Report(
      question.request, to: question.span.to, knownAt: question.cut.moment,
      position: log.token(question.cut.position), rows: rows)
  }

  /// Returns the time of a report. A report up to the end of a closed period, or less, counts the facts
  /// that were known when that was closed.
  private func span(
    of request: ReportRequest, at cut: (moment: Instant, position: Position),
    _ closes: [PeriodClose]
  ) -> JournalSpan {
    let (from, to) = (request.from ?? .distantPast, request.to ?? cut.moment)
    let last = closes.first { to <= $0.period.to }
    return JournalSpan(
      from: from, to: to, last: last?.position ?? cut.position,
      lastMoment: last?.closedAt ?? cut.moment, closes: closes.map(\.span))
  }
}
