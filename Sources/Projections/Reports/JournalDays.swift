import EventStore
import Ledger
import Postgres

/// A maker of the journal of a time: the postings of each day with what Apple settled, and on the last one
/// what was earned.
struct JournalDays: Sendable {
  static let columns = [
    "date", "entry", "product", "storefront", "currency", "account", "amount",
  ]
  /// The word for what was earned in the time, or given back before it was earned.
  private static let recognition = "recognition"
  /// The word for what Apple settled.
  private static let settlement = "settlement"
  /// The word for what only a change of the rules makes of closed periods.
  private static let rules = "rules"

  private let log: EventLog
  private let books: SharedBooks
  private let deferred: DeferredRevenueReports
  private let booked: BookedSums
  private let frame: JournalFrame

  init(
    pool: Pool, log: EventLog, cuts: ReportCuts, books: SharedBooks,
    deferred: DeferredRevenueReports
  ) {
    self.log = log
    self.books = books
    self.deferred = deferred
    booked = BookedSums(pool: pool, log: log, books: books)
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
    let dimensions: Set<ReportDimension> = [.product, .storefront]
    let earned = try await deferred.sums(of: question, by: dimensions)
    let last = Self.day(of: span.to + .milliseconds(-1), request)
    for (key, postings) in earned.postings {
      rows += Self.rows(
        last, Self.recognition, key.product ?? "", key.storefront, key.currency, postings)
    }
    rows += try await settlements(in: span, request)
    rows += try await byRules(question, dimensions, earned)
    return frame.report(
      question, columns: Self.columns, rows: rows.sorted { $0.sortKey < $1.sortKey },
      by: dimensions)
  }

  /// Returns what Apple settled, computed from the events of the shared lane.
  private func settlements(
    in span: JournalSpan, _ request: ReportRequest
  ) async throws -> [[Report.Value]] {
    guard request.environment == .production else { return [] }
    let settlements = Settlements(
      of: request.app, try await log.reading.shared(upTo: span.last.lanes[0] ?? 0))
    var sums: [String: [SettledMonth.Place: Int128]] = [:]
    for entry in settlements.entries {
      guard let booking = span.booking(of: entry) else { continue }
      sums[Self.day(of: booking.moment, request), default: [:]][entry.place, default: 0] +=
        Int128(entry.amount)
    }
    return sums.flatMap { day, places in
      places.flatMap { place, sum in
        Self.rows(
          day, Self.settlement, place.productID.rawValue, place.storefront, place.currency,
          JournalPosting.postings(settling: sum))
      }
    }
  }

  /// Returns what only a change of the rules makes of closed periods, on the first day.
  private func byRules(
    _ question: JournalFrame.Question, _ dimensions: Set<ReportDimension>, _ earned: DeferredSums
  ) async throws -> [[Report.Value]] {
    guard question.earlierRules != nil else { return [] }
    let sums = try await booked.byRules(
      of: question, by: JournalSums.Divisions(dimensions: dimensions, hasDeferral: true))
    var postings: [JournalSums.Key: [JournalPosting]] = [:]
    for (key, figures) in sums.figures {
      var whole = key
      whole.isDeferred = nil
      for (place, sum) in figures.sums {
        postings[whole, default: []] += JournalPosting.postings(
          of: place.kind, price: sum.price, tax: sum.tax, commission: sum.commission,
          isDeferred: key.isDeferred ?? false)
      }
    }
    for (key, corrections) in earned.postingsByRules { postings[key, default: []] += corrections }
    let first = Self.day(of: question.span.from, question.request)
    return postings.flatMap { key, postings in
      Self.rows(
        first, Self.rules, key.product ?? "", key.storefront, key.currency, postings.summed)
    }
  }

  private static func rows(
    _ day: String, _ entry: String, _ product: String, _ storefront: String?, _ currency: String?,
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
    request.calendar.day(of: moment).description
  }

  private func sums(of span: JournalSpan, _ request: ReportRequest) async throws -> DaySums {
    try await books.read(in: request.environment, upTo: span.last) { [log] shared, connection in
      let places = Array(shared)
      var sums = DaySums()
      try sums.add(
        connection.query(
          .journalDays, log.lanes, request.environment.rawValue, request.app.rawValue, span.from,
          span.to, span.lanes, span.lastPositions, span.closingPositions, span.closed?.moment,
          places.map(\.lane), places.map(\.stream), request.calendar.timeZone))
      return sums
    } adding: { book, sums in
      for (entry, booking) in book.bookings(of: request.app, in: span) {
        sums.add(entry, on: Self.day(of: booking.moment, request))
      }
    }
  }
}
