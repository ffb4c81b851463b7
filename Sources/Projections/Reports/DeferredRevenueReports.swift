import EventStore
import Foundation
import Ledger
import Postgres
import Reports

/// A maker of the report of deferred revenue, in bounded memory: some chains at a time.
struct DeferredRevenueReports: Sendable {
  private static let streamsAtOnce: Int64 = 2_000

  private let log: EventLog
  private let books: SharedBooks
  private let periods: PeriodStore
  private let customers: CustomerReading
  private let frame: JournalFrame

  init(pool: Pool, log: EventLog, cuts: ReportCuts, books: SharedBooks) {
    self.log = log
    self.books = books
    periods = PeriodStore(pool)
    customers = CustomerReading(pool: pool, log: log, cuts: cuts)
    frame = JournalFrame(pool: pool, log: log, cuts: cuts)
  }

  /// Returns what is owed to customers for service not yet given, at the beginning and the end of a time,
  /// and what changed it.
  func report(_ request: ReportRequest) async throws -> Report {
    let question = try await frame.question(request)
    return frame.report(
      question, rows: try await sumsWithCommitments(of: question, by: request.dimensions).rows)
  }

  /// Returns the sums of a time with the commitments at its end.
  func sumsWithCommitments(
    of question: JournalFrame.Question, by dimensions: Set<ReportDimension>
  ) async throws -> DeferredSums {
    var sums = try await sums(of: question, by: dimensions)
    guard question.stored == nil else { return sums }
    let request = question.request
    for (position, ends) in question.span.cuts(of: sums.ends) {
      let shared = SharedState(try await log.reading.shared(upTo: position.lanes[0] ?? 0))
      let (catalogs, settings) = (
        shared.catalogs(of: request.app), shared.settings(in: request.environment)
      )
      sums = try await customers.reduceCommitted(sums, request, at: position) { sums, chain in
        for (history, course) in chain.courses(catalogs, settings: settings) {
          sums.add(course, of: history.subscriptionGroupID, at: ends)
        }
      }
    }
    return sums
  }

  /// Returns the sums of a time: as they were stored if it is a closed period, and otherwise those of the
  /// journal, after what closed periods left.
  func sums(
    of question: JournalFrame.Question, by dimensions: Set<ReportDimension>
  ) async throws -> DeferredSums {
    var request = question.request
    request.dimensions = dimensions
    if let close = question.stored { return try await stored([close], request) }
    var sums = try await present(question.span, request, by: request.interval)
    if let earlier = question.earlier {
      sums.add(
        present: try await present(earlier.span, request, by: nil),
        less: try await stored(earlier.closes, request), earlier.origin)
    }
    return sums
  }

  private func stored(
    _ closes: [PeriodClose], _ request: ReportRequest
  ) async throws -> DeferredSums {
    let periods = closes.map(\.period)
    var sums = DeferredSums(
      from: periods[0].from, to: periods[periods.count - 1].to, by: request.dimensions)
    try sums.add(
      try await self.periods.deferred(
        of: closes, request.app, in: request.environment, by: request.dimensions))
    return sums
  }

  private func present(
    _ span: JournalSpan, _ request: ReportRequest, by interval: ReportInterval?
  ) async throws -> DeferredSums {
    let empty = DeferredSums(from: span.from, to: span.to, by: request.dimensions, interval)
    return try await books.read(in: request.environment, upTo: span.last) { places, connection in
      var sums = empty
      for lane in log.lanes {
        let left = Set(places.filter { $0.lane == lane }.map(\.stream))
        try add(lane, without: left, span, request, to: &sums, on: connection)
      }
      return sums
    } adding: { book, sums in
      let own = book.entries.filter {
        $0.chain.bundleID == request.app && span.counts($0)
      }
      for price in DeferredPrice.prices(of: own, in: span) { sums.add(price) }
    }
  }

  /// Adds the prices of a lane.
  private func add(
    _ lane: Int16, without left: Set<UUID>, _ span: JournalSpan, _ request: ReportRequest,
    to sums: inout DeferredSums, on connection: isolated Connection
  ) throws {
    let closed = span.closed
    var last: UUID? = .lowest
    while let after = last {
      let streams: [UUID] = try connection.query(
        .journalStreams, lane, after, Self.streamsAtOnce
      ).decode()
      let rows = try connection.query(
        .journalDeferred, lane, streams.filter { !left.contains($0) },
        request.environment.rawValue, request.app.rawValue, sums.from, sums.to, span.lanes,
        span.lastPositions, closed.lanes, closed.positions, closed.ends)
      for price in try DeferredPrice.prices(of: rows) { sums.add(price) }
      last = streams.count == Int(Self.streamsAtOnce) ? streams.last : nil
    }
  }
}

extension DeferredPrice {
  /// Reads the rows of `journal_deferred.sql`, in which those of one purchase stand together.
  fileprivate static func prices(of rows: Rows) throws -> [DeferredPrice] {
    var prices: [DeferredPrice] = []
    var places: [Heading: Int] = [:]
    var stream: UUID?
    for row in rows {
      var columns = ColumnReader(row)
      let own: UUID = try columns.next()
      if own != stream { places = [:] }
      stream = own
      let heading = Heading(
        transactionID: try columns.next(), productID: try columns.next(),
        subscriptionGroupID: try columns.next(), storefront: try columns.next(),
        currency: try columns.next(),
        service: ServiceSpan(start: try columns.next(), end: try columns.next()))
      guard let kind = JournalEntry.Kind(rawValue: try columns.next()) else {
        throw columns.broken("there is no such kind of entry")
      }
      let moment: Instant = try columns.next()
      let place = places[heading] ?? prices.count
      if place == prices.count { prices.append(DeferredPrice(heading)) }
      places[heading] = place
      let booked: Instant = try columns.next()
      prices[place].add(try columns.next(), kind, at: moment, bookedAt: booked)
    }
    return prices
  }

  /// Returns the prices that entries of one customer defer.
  fileprivate static func prices(
    of entries: [JournalEntry], in span: JournalSpan
  ) -> [DeferredPrice] {
    var prices: [Heading: DeferredPrice] = [:]
    for entry in entries {
      guard let service = entry.service else { continue }
      let heading = Heading(
        transactionID: entry.transactionID, productID: entry.productID,
        subscriptionGroupID: entry.subscriptionGroupID, storefront: entry.storefront,
        currency: entry.currency, service: service)
      prices[heading, default: DeferredPrice(heading)].add(
        entry.amounts.price, entry.kind, at: entry.occurredAt, bookedAt: span.booked(entry))
    }
    return Array(prices.values)
  }
}
