import EventStore
import Ledger
import Postgres
import Reports

/// A maker of the reports whose figures are sums of the journal: sales and proceeds.
struct JournalReports: Sendable {
  private let booked: BookedSums
  private let frame: JournalFrame

  init(pool: Pool, log: EventLog, cuts: ReportCuts, books: SharedBooks) {
    booked = BookedSums(pool: pool, log: log, books: books)
    frame = JournalFrame(pool: pool, log: log, cuts: cuts)
  }

  /// Returns what was charged and given back in a time, before tax and commission.
  func sales(_ request: ReportRequest) async throws -> Report {
    try await report(request) { figures in
      [
        .number(Int128(figures[.charge].count)), .money(figures[.charge].price),
        .number(Int128(figures[.refund].count)), .money(figures[.refund].price),
        .money(figures[.upgrade].price), .money(figures[.reversal].price),
        .money(figures.net(\.price)), .money(figures.adjustments(\.price)),
        .money(figures.byRules(\.price)),
      ]
    }
  }

  /// Returns what is left of the sales of a time after the estimated tax and Apple's commission.
  func proceeds(_ request: ReportRequest) async throws -> Report {
    try await report(request) { figures in
      let (price, tax) = (figures.net(\.price), figures.net(\.tax))
      let commission = figures.net(\.commission)
      return [
        .money(price), .money(tax), .money(commission), .money(price - tax - commission),
        .money(figures.adjustments(\.price)),
        .money(figures.byRules { $0.price - $0.tax - $0.commission }),
      ]
    }
  }

  private func report(
    _ request: ReportRequest, _ values: (JournalFigures) -> [Report.Value]
  ) async throws -> Report {
    let question = try await frame.question(request)
    let sums = try await booked.sums(
      of: question,
      by: JournalSums.Divisions(dimensions: request.dimensions, interval: request.interval))
    return frame.report(question, rows: sums.rows(values))
  }
}
