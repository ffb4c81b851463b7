import EventStore
import Ledger
import Postgres
import Reports

/// A maker of the journal of a time: the postings of each day with what Apple settled, and on the last one
/// what was earned.
struct JournalDays: Sendable {
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
    rows += try await difference(question, dimensions, earned)
    return frame.report(question, rows: Self.merged(rows).sorted { $0.sortKey < $1.sortKey })
  }

  /// Returns one row for each heading and account: what was closed differently may meet what is of the day.
  private static func merged(_ rows: [[Report.Value]]) -> [[Report.Value]] {
    var sums: [[Report.Value]: Int128] = [:]
    for row in rows {
      guard case .money(let amount?)? = row.last else { continue }
      sums[Array(row.dropLast()), default: 0] += amount
    }
    return sums.compactMap { $1 == 0 ? nil : $0 + [.money($1)] }
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

  /// Returns the difference of closed periods from the sums of their closes, on the first day.
  private func difference(
    _ question: JournalFrame.Question, _ dimensions: Set<ReportDimension>, _ earned: DeferredSums
  ) async throws -> [[Report.Value]] {
    guard let earlier = question.earlier else { return [] }
    let sums = try await booked.difference(
      of: question, by: JournalSums.Divisions(dimensions: dimensions, hasDeferral: true))
    struct Heading: Hashable {
      let key: JournalSums.Key
      let entry: String
    }
    var postings: [Heading: [JournalPosting]] = [:]
    for (key, figures) in sums.figures {
      var whole = key
      whole.isDeferred = nil
      for (place, sum) in figures.sums {
        let entry = earlier.origin == .rules ? Self.rules : place.kind.rawValue
        postings[Heading(key: whole, entry: entry), default: []] += JournalPosting.postings(
          of: place.kind, price: sum.price, tax: sum.tax, commission: sum.commission,
          isDeferred: key.isDeferred ?? false)
      }
    }
    for (key, corrections) in earned.postingsByRules {
      postings[Heading(key: key, entry: Self.rules), default: []] += corrections
    }
    let first = Self.day(of: question.span.from, question.request)
    return postings.flatMap { heading, postings in
      let key = heading.key
      return Self.rows(
        first, heading.entry, key.product ?? "", key.storefront, key.currency, postings.summed)
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
      let (places, closed) = (Array(shared), span.closed)
      var sums = DaySums()
      try sums.add(
        connection.query(
          .journalDays, log.lanes, request.environment.rawValue, request.app.rawValue, span.from,
          span.to, span.lanes, span.lastPositions, closed.lanes, closed.positions, closed.ends,
          span.closing?.moment, places.map(\.lane), places.map(\.stream), request.calendar.timeZone)
      )
      return sums
    } adding: { book, sums in
      for (entry, booking) in book.bookings(of: request.app, in: span) {
        sums.add(entry, on: Self.day(of: booking.moment, request))
      }
    }
  }
}
