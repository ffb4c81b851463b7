import EventStore
import Foundation
import Ledger
import Postgres

/// A reading of all customers of an app with their subscriptions, exactly as known at a cut.
///
/// The projection has moved on since the cut. The chains that have later events are folded from the log
/// up to the cut, and all others are read from the projection.
struct CustomerReading: Sendable {
  private static let pageMax = 500

  private let pool: Pool
  private let log: EventLog
  private let cuts: ReportCuts

  init(pool: Pool, log: EventLog, cuts: ReportCuts) {
    self.pool = pool
    self.log = log
    self.cuts = cuts
  }

  /// Adds all customers of the app to a result, in any order.
  ///
  /// - Parameter position: the cut, which the projections have reached.
  func reduce<Result: Sendable>(
    _ start: Result, _ request: ReportRequest, at position: Position,
    _ add: @Sendable (inout Result, CustomerRows) -> Void
  ) async throws -> Result {
    let state = SharedState(try await log.shared(upTo: position.lanes[0] ?? 0))
    return try await pool.withTransaction(.snapshot) { connection in
      var result = start
      let places = try SharedChains.read(log.lanes, in: request.environment, on: connection).places
      let reached = try cuts.position(on: connection)
      let isRewritten = try await isRewritten(after: position, upTo: reached)
      // A chain that may share its customer with others waits for them.
      var waiting: [TenureRows] = []
      for lane in log.lanes {
        func count(_ row: TenureRows) {
          if places.contains(SharedChains.Place(lane: lane, stream: row.stream)) {
            waiting.append(row)
          } else {
            add(&result, CustomerRows([row]))
          }
        }
        let changed = try log.streams.streams(
          lane: lane, after: isRewritten ? 0 : position.lanes[lane] ?? 0,
          upTo: reached.lanes[lane] ?? 0, on: connection)
        try await eachProjected(request, in: lane, on: connection) { row in
          if !changed.contains(row.stream) { count(row) }
        }
        try await eachRecorded(
          changed, request, in: lane, upTo: position, state, on: connection, count)
      }
      for rows in Dictionary(grouping: waiting, by: \.owner).values {
        add(&result, CustomerRows(rows))
      }
      return result
    }
  }

  /// Returns true if a later catalog or later terms may have changed the rows of any chain.
  private func isRewritten(after position: Position, upTo reached: Position) async throws -> Bool {
    let first = position.lanes[0] ?? 0
    return try await log.shared(upTo: reached.lanes[0] ?? 0)
      .contains { $0.id.position > first && TenureFold.mayTouch($0.event) }
  }

  /// Reads the stored chains page by page. While a page is decoded, the one before it is counted and the next
  /// one is read.
  private func eachProjected(
    _ request: ReportRequest, in lane: Int16, on connection: isolated Connection,
    _ body: (TenureRows) -> Void
  ) async throws {
    func page(after stream: UUID) throws -> Rows {
      try TenureTables(lane: lane).page(
        after: stream, of: request.app, in: request.environment, on: connection)
    }
    var chains: [TenureRows] = []
    var read = try page(after: .lowest)
    while let last = try read.last.map(TenureRows.stream) {
      let rows = read
      async let decoded = TenureRows.chains(in: rows)
      chains.forEach(body)
      read = try page(after: last)
      chains = try await decoded
    }
    chains.forEach(body)
  }

  /// Folds streams from the log, as of the cut.
  private func eachRecorded(
    _ streams: Set<UUID>, _ request: ReportRequest, in lane: Int16, upTo position: Position,
    _ state: SharedState, on connection: isolated Connection, _ body: (TenureRows) -> Void
  ) async throws {
    guard !streams.isEmpty else { return }
    let extent = try Replay(pool: pool, log: log, of: .tenure).extent(lane, on: connection)
    let sorted = streams.sorted()
    for first in stride(from: 0, to: sorted.count, by: Self.pageMax) {
      let events = try await log.streams.events(
        ofStreams: Array(sorted[first..<min(first + Self.pageMax, sorted.count)]), lane: lane,
        upTo: position.lanes[lane] ?? 0, passing: extent.deadLetters, on: connection)
      for history in ChainEvents.histories(of: events) {
        guard let row = TenureRows(history, state),
          row.chain.environment == request.environment, row.app == request.app
        else { continue }
        body(row)
      }
    }
  }
}

extension TenureRows {
  /// The customer of the chain.
  fileprivate var owner: Customer {
    customer.map { .appTransaction(chain.environment, $0) } ?? .chain(chain)
  }
}
