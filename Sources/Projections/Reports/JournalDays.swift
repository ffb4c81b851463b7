import EventStore
import Ledger
import Postgres

/// A maker of the journal of a time: the postings of each day, and on the last one what was earned.
struct JournalDays: Sendable {
  static let columns = [
    "date", "entry", "product", "storefront", "currency", "account", "amount",
  ]
  /// The word for what was earned in the time, or given back before it was earned.
  private static let recognition = "recognition"

  private let pool: Pool
  private let log: EventLog
  private let books: SharedBooks
  private let deferred: DeferredRevenueReports
  private let frame: JournalFrame

  init(
    pool: Pool, log: EventLog, cuts: ReportCuts, books: SharedBooks,
    deferred: DeferredRevenueReports
  ) {
    self.pool = pool
    self.log = log
    self.books = books
    self.deferred = deferred
    frame = JournalFrame(pool: pool, log: log, cuts: cuts)
  }

  func report(_ request: ReportRequest) async throws -> Report {
    let question = try await frame.question(request)
    let span = question.span
    var rows: [[Report.Value]] = []
    for (key, postings) in try await sums(of: span, request).postings {
      rows += Self.rows(
        key.day, key.kind.rawValue, key.product, key.storefront, key.currency, postings)
    }
    var whole = request
    whole.dimensions = [.product, .storefront]
    let last = Self.day(of: span.to + .milliseconds(-1), request)
    for (key, postings) in try await deferred.sums(of: span, whole).postings {
      rows += Self.rows(
        last, Self.recognition, key.product ?? "", key.storefront, key.currency, postings)
    }
    return frame.report(
      question, columns: Self.columns, rows: rows.sorted { $0.sortKey < $1.sortKey },
      by: whole.dimensions)
  }

  private static func rows(
    _ day: String, _ entry: String, _ product: String, _ storefront: String?, _ currency: String,
    _ postings: [JournalPosting]
  ) -> [[Report.Value]] {
    postings.map { posting in
      [
        .text(day), .text(entry), .text(product), .text(storefront), .text(currency),
        .text(posting.account.rawValue), .money(posting.amount),
      ]
    }
  }

  private static func day(of moment: Instant, _ request: ReportRequest) -> String {
    (request.hasPacificDays ? PacificTime.day(of: moment) : CivilDate(of: moment)).description
  }

  private func sums(of span: JournalSpan, _ request: ReportRequest) async throws -> DaySums {
    let (shared, found) = try await pool.withTransaction(.snapshot) { connection in
      let shared = try SharedChains.read(log.lanes, in: request.environment, on: connection)
      var sums = DaySums()
      try sums.add(query(span, request, without: Array(shared.places), on: connection))
      return (shared, sums)
    }
    var sums = found
    try await books.eachEntry(of: shared.sets, in: span, app: request.app) { entry, booking in
      sums.add(entry, on: Self.day(of: booking.moment, request))
    }
    return sums
  }

  private func query(
    _ span: JournalSpan, _ request: ReportRequest, without places: [SharedChains.Place],
    on connection: isolated Connection
  ) throws -> Rows {
    return try connection.query(
      .journalDays, log.lanes, request.environment.rawValue, request.app.rawValue, span.from,
      span.to, span.lanes, span.lastPositions,
      span.closingPositions, span.closed?.moment,
      places.map(\.lane), places.map(\.stream),
      request.hasPacificDays ? "America/Los_Angeles" : "UTC")
  }
}
