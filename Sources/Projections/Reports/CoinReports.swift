import EventStore
import Foundation
import Ledger
import Postgres
import Reports

/// A maker of the report of coins, in bounded memory: some accounts at a time, folded from the log.
struct CoinReports: Sendable {
  private static let accountsAtOnce = 500
  private static let types: [EventType] = [.coinsMoved, .accountsMerged, .aliasClaimed]

  private let pool: Pool
  private let log: EventLog
  private let frame: JournalFrame

  init(pool: Pool, log: EventLog, cuts: ReportCuts) {
    self.pool = pool
    self.log = log
    frame = JournalFrame(pool: pool, log: log, cuts: cuts)
  }

  /// Returns what players may spend at the beginning and the end of a time, and what changed it.
  func report(_ request: ReportRequest) async throws -> Report {
    let question = try await frame.question(request)
    var totals = CoinTotals(by: request.dimensions)
    for lane in log.lanes { try await add(lane, question, to: &totals) }
    return frame.report(question, rows: totals.rows)
  }

  private func add(
    _ lane: Int16, _ question: JournalFrame.Question, to totals: inout CoinTotals
  ) async throws {
    let (request, span) = (question.request, question.span)
    var last: UUID? = StreamPosition.beginning.stream
    while let after = last {
      let (streams, events) = try await page(of: lane, after: after, upTo: span.last)
      let histories = events.compactMap(WalletHistory.init)
        .filter { $0.isOf(request.app, request.environment) }
      var (opening, closing): ([WalletFigures.Part], [WalletFigures.Part]) = ([], [])
      for history in histories {
        opening += try await history.parts(
          before: span.from, upTo: span.closingPosition, reading: events(of:))
        closing += try await history.parts(before: span.to, upTo: span.last, reading: events(of:))
      }
      totals.add(
        opening: opening, closing: closing, products: try await products(of: opening + closing))
      last = streams.count == Self.accountsAtOnce ? streams.last : nil
    }
  }

  /// Returns the next accounts of a lane whose coins moved, and the events of each.
  private func page(
    of lane: Int16, after stream: UUID, upTo cut: Position
  ) async throws -> (streams: [UUID], events: [[RecordedEvent]]) {
    let streams = try await pool.withConnection { [log] connection in
      try await log.streams.streams(
        lane: lane, after: stream, withTypes: Self.types, limit: Self.accountsAtOnce,
        on: connection)
    }
    guard !streams.isEmpty else { return ([], []) }
    let found = try await pool.withConnection { [log] connection in
      try await log.streams.events(
        ofStreams: streams, lane: lane, upTo: cut.lanes[lane] ?? 0, passing: [], on: connection)
    }
    let events = Dictionary(grouping: found, by: \.place.stream)
    return (streams, streams.compactMap { events[$0]?.compactMap(\.event) })
  }

  private func events(of name: AccountReference) async throws -> [RecordedEvent] {
    try await log.reading.events(of: .account(name))
  }

  private func products(of parts: [WalletFigures.Part]) async throws -> [GrantID: String] {
    let grants = Set(parts.compactMap(\.grant))
    guard !grants.isEmpty else { return [:] }
    let rows = try await pool.withConnection { [log] connection in
      try await connection.query(.grantProducts, log.lanes, grants.map(\.key))
    }
    return Dictionary(
      uniqueKeysWithValues: try rows.decode((GrantID, String).self).map { ($0, $1) })
  }
}
