import EventStore
import Ledger
import Postgres

/// A maker of the reports whose figures are sums of the journal: sales and proceeds.
struct JournalReports: Sendable {
  private let pool: Pool
  private let log: EventLog
  private let books: SharedBooks
  private let frame: JournalFrame

  init(pool: Pool, log: EventLog, cuts: ReportCuts, books: SharedBooks) {
    self.pool = pool
    self.log = log
    self.books = books
    frame = JournalFrame(pool: pool, log: log, cuts: cuts)
  }

  /// Returns what was charged and given back in a time, before tax and commission.
  func sales(_ request: ReportRequest) async throws -> Report {
    try await report(
      request,
      columns: [
        "charges", "sales", "refunds", "refunded", "upgraded", "reversed", "net", "adjustments",
      ]
    ) { figures in
      [
        .number(figures[.charge].count), .money(figures[.charge].price),
        .number(figures[.refund].count), .money(figures[.refund].price),
        .money(figures[.upgrade].price), .money(figures[.reversal].price),
        .money(figures.net(\.price)), .money(figures.late(\.price)),
      ]
    }
  }

  /// Returns what is left of the sales of a time after the estimated tax and Apple's commission.
  func proceeds(_ request: ReportRequest) async throws -> Report {
    try await report(
      request, columns: ["net", "estimatedTax", "commission", "proceeds", "adjustments"]
    ) { figures in
      let (price, tax) = (figures.net(\.price), figures.net(\.tax))
      let commission = figures.net(\.commission)
      return [
        .money(price), .money(tax), .money(commission), .money(price - tax - commission),
        .money(figures.late(\.price)),
      ]
    }
  }

  private func report(
    _ request: ReportRequest, columns: [String],
    _ values: (JournalSums.Figures) -> [Report.Value]
  ) async throws -> Report {
    let question = try await frame.question(request)
    let sums = try await sums(of: question.span, request)
    return frame.report(
      question, columns: JournalSums.Key.columns + columns, rows: sums.rows(values))
  }

  private func sums(of span: JournalSpan, _ request: ReportRequest) async throws -> JournalSums {
    let (shared, found) = try await pool.withTransaction(.snapshot) { connection in
      let shared = try SharedChains.read(log.lanes, in: request.environment, on: connection)
      let sums = try JournalSums(
        of: span, request, in: log.lanes, without: Array(shared.places), on: connection)
      return (shared, sums)
    }
    var sums = found
    try await books.eachEntry(of: shared.sets, in: span, app: request.app) { entry, booking in
      sums.add(entry, isLate: booking.isLate)
    }
    return sums
  }
}
