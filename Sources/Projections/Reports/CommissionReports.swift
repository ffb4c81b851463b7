import EventStore
import Ledger
import Postgres

/// A maker of reports of commission: what Apple kept of the charges of a time and gave back of it, by rate
/// and reason.
struct CommissionReports: Sendable {
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

  func report(_ request: ReportRequest) async throws -> Report {
    let question = try await frame.question(request)
    let span = question.span
    let (shared, found, counted) = try await pool.withTransaction(.snapshot) { connection in
      let shared = try SharedChains.read(log.lanes, in: request.environment, on: connection)
      let places = Array(shared.places)
      let sums = try JournalSums(
        of: span, request, hasRates: true, in: log.lanes, without: places, on: connection)
      let doubts = try CommissionDoubts(
        of: span, request, in: log.lanes, without: places, on: connection)
      return (shared, sums, doubts)
    }
    var (sums, doubts) = (found, counted)
    try await books.each(of: shared.sets, upTo: span.last) { book in
      for entry in book.entries where book.app(of: entry.chain) == request.app {
        if let booking = span.booking(of: entry) { sums.add(entry, isLate: booking.isLate) }
      }
      for line in book.lines.known(at: span.lastMoment)
      where book.app(of: line.chain) == request.app {
        doubts.add(line, in: span)
      }
    }
    return frame.report(
      question, columns: CommissionTable.columns, rows: CommissionTable(sums, doubts).rows)
  }
}
