import EventStore
import Ledger
import Postgres
import Reports

/// A maker of reports of commission: what Apple kept of the charges of a time and gave back of it, by rate
/// and reason.
struct CommissionReports: Sendable {
  private let log: EventLog
  private let books: SharedBooks
  private let booked: BookedSums
  private let frame: JournalFrame

  init(pool: Pool, log: EventLog, cuts: ReportCuts, books: SharedBooks) {
    self.log = log
    self.books = books
    booked = BookedSums(pool: pool, log: log, books: books)
    frame = JournalFrame(pool: pool, log: log, cuts: cuts)
  }

  func report(_ request: ReportRequest) async throws -> Report {
    let question = try await frame.question(request)
    let sums = try await booked.sums(
      of: question,
      by: JournalSums.Divisions(
        dimensions: request.dimensions, hasRates: true, interval: request.interval))
    let doubts = try await doubts(of: question.span, request)
    return frame.report(question, rows: CommissionTable(sums, doubts).rows)
  }

  private func doubts(
    of span: JournalSpan, _ request: ReportRequest
  ) async throws -> CommissionDoubts {
    try await books.read(in: request.environment, upTo: span.last) { [log] places, connection in
      try CommissionDoubts(
        of: span, request, in: log.lanes, without: Array(places), on: connection)
    } adding: { book, doubts in
      for line in book.lines.known(at: span.lastMoment)
      where line.chain.bundleID == request.app {
        doubts.add(line, in: span)
      }
    }
  }
}
