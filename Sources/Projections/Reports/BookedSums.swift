import EventStore
import Ledger
import Postgres
import Reports

/// A reader of the sums that are booked in a time: as they were stored if the time is a closed period, and
/// otherwise those of the journal with the difference of closed periods from their sums.
struct BookedSums: Sendable {
  private let log: EventLog
  private let books: SharedBooks
  private let periods: PeriodStore

  init(pool: Pool, log: EventLog, books: SharedBooks) {
    self.log = log
    self.books = books
    periods = PeriodStore(pool)
  }

  func sums(
    of question: JournalFrame.Question, by divisions: JournalSums.Divisions
  ) async throws -> JournalSums {
    let request = question.request
    if let close = question.stored { return try await stored([close], request, by: divisions) }
    var sums = try await present(question.span, request, by: divisions)
    try await addDifference(to: &sums, question, by: divisions)
    return sums
  }

  /// Returns the difference of the closed periods before a time from the sums by which they were closed.
  func difference(
    of question: JournalFrame.Question, by divisions: JournalSums.Divisions
  ) async throws -> JournalSums {
    var sums = JournalSums(by: divisions)
    try await addDifference(to: &sums, question, by: divisions)
    return sums
  }

  private func addDifference(
    to sums: inout JournalSums, _ question: JournalFrame.Question,
    by divisions: JournalSums.Divisions
  ) async throws {
    guard let earlier = question.earlier else { return }
    let request = question.request
    var whole = divisions
    whole.interval = nil
    sums.add(
      present: try await present(earlier.span, request, by: whole),
      less: try await stored(earlier.closes, request, by: whole), at: question.span.from,
      earlier.origin)
  }

  private func stored(
    _ closes: [PeriodClose], _ request: ReportRequest, by divisions: JournalSums.Divisions
  ) async throws -> JournalSums {
    var sums = JournalSums(by: divisions)
    try sums.add(
      try await periods.totals(of: closes, request.app, in: request.environment, by: divisions))
    return sums
  }

  private func present(
    _ span: JournalSpan, _ request: ReportRequest, by divisions: JournalSums.Divisions
  ) async throws -> JournalSums {
    try await books.read(in: request.environment, upTo: span.last) { [log] shared, connection in
      let (places, by, closed) = (Array(shared), divisions.flags, span.closed)
      var sums = JournalSums(by: divisions)
      try sums.add(
        connection.query(
          .journalSum, log.lanes, request.environment.rawValue, request.app.rawValue, span.from,
          span.to, span.lanes, span.lastPositions, closed.lanes, closed.positions, closed.ends,
          span.closing?.moment, places.map(\.lane), places.map(\.stream), by.product, by.group,
          by.storefront, by.rates,
          by.deferral, divisions.interval?.calendar.timeZone))
      return sums
    } adding: { book, sums in
      for (entry, booking) in book.bookings(of: request.app, in: span) { sums.add(entry, booking) }
    }
  }
}
