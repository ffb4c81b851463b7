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
  private let cuts: ReportCuts
  private let books: SharedBooks
  private let deferred: DeferredRevenueReports
  private let spans: JournalSpans

  init(
    pool: Pool, log: EventLog, cuts: ReportCuts, books: SharedBooks,
    deferred: DeferredRevenueReports
  ) {
    self.pool = pool
    self.log = log
    self.cuts = cuts
    self.books = books
    self.deferred = deferred
    spans = JournalSpans(pool)
  }

  func report(_ request: ReportRequest) async throws -> Report {
    let cut = try await cuts.cut(of: request)
    try await cuts.wait(for: cut.position)
    let span = try await spans.span(of: request, at: cut)
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
    return Report(
      whole, to: span.to, knownAt: cut.moment, position: log.token(cut.position),
      columns: Self.columns, rows: rows.sorted { $0.sortKey < $1.sortKey })
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
    try await books.each(of: shared.sets, upTo: span.last) { book in
      for entry in book.entries where book.app(of: entry.chain) == request.app {
        guard let booking = span.booking(of: entry) else { continue }
        sums.add(entry, on: Self.day(of: booking.moment, request))
      }
    }
    return sums
  }

  private func query(
    _ span: JournalSpan, _ request: ReportRequest, without places: [SharedChains.Place],
    on connection: isolated Connection
  ) throws -> Rows {
    let lanes = span.last.lanes.keys.sorted()
    return try connection.query(
      .journalDays, log.lanes, request.environment.rawValue, request.app.rawValue, span.from,
      span.to, lanes, lanes.map { span.last.lanes[$0] ?? 0 },
      lanes.map { span.closed?.position.lanes[$0] ?? 0 }, span.closed?.moment,
      places.map(\.lane), places.map(\.stream),
      request.hasPacificDays ? "America/Los_Angeles" : "UTC")
  }
}
