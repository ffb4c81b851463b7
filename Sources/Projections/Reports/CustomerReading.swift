import EventStore
import Foundation
import Ledger
import Postgres
import Reports

/// A reading of all customers of an app with their subscriptions, exactly as known at a cut.
///
/// The projection has moved on since the cut. The chains that have later events are folded from the log
/// up to the cut, and all others are read from the projection.
struct CustomerReading: Sendable {
  private static let streamsAtOnce = 500

  private let pool: Pool
  private let log: EventLog
  private let cuts: ReportCuts
  private let recorded: RecordedTenure

  init(pool: Pool, log: EventLog, cuts: ReportCuts) {
    self.pool = pool
    self.log = log
    self.cuts = cuts
    recorded = RecordedTenure(pool: pool, log: log)
  }

  /// Adds all customers of the app to a result, in any order.
  ///
  /// - Parameter position: the cut, which the projections have reached.
  func reduce<Result: Sendable>(
    _ start: Result, _ request: ReportRequest, at position: Position,
    _ add: @Sendable (inout Result, CustomerRows) -> Void
  ) async throws -> Result {
    let state = SharedState(try await log.reading.shared(upTo: position.lanes[0] ?? 0))
    return try await pool.withTransaction(.snapshot) { connection in
      var result = start
      let places = try SharedChains.read(log.lanes, in: request.environment, on: connection).places
      let reached = try cuts.position(on: connection)
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
        let changed = try await recorded.streams(
          rewrittenAfter: position, upTo: reached, in: lane, on: connection)
        try await eachProjected(request, in: lane, on: connection) { row in
          if !changed.contains(row.stream) { count(row) }
        }
        try await recorded.each(
          of: changed, request, in: lane, upTo: position, state, on: connection, count)
      }
      for (_, rows) in Customer.grouping(waiting, by: \.links) {
        add(&result, CustomerRows(rows))
      }
      return result
    }
  }

  /// Adds the chains of the app in which a commitment was told to a result, in any order.
  ///
  /// - Parameter position: the cut, which the projections have reached.
  func reduceCommitted<Result: Sendable>(
    _ start: Result, _ request: ReportRequest, at position: Position,
    _ add: @Sendable (inout Result, CustomerRows) -> Void
  ) async throws -> Result {
    let state = SharedState(try await log.reading.shared(upTo: position.lanes[0] ?? 0))
    return try await pool.withTransaction(.snapshot) { connection in
      var result = start
      let reached = try cuts.position(on: connection)
      for lane in log.lanes {
        let tables = TenureTables(lane: lane)
        let streams = try tables.committedStreams(
          of: request.app, in: request.environment, on: connection)
        guard !streams.isEmpty else { continue }
        let changed = try await recorded.streams(
          rewrittenAfter: position, upTo: reached, in: lane, on: connection)
        let unchanged = streams.filter { !changed.contains($0) }
        for first in stride(from: 0, to: unchanged.count, by: Self.streamsAtOnce) {
          let some = unchanged[first..<min(first + Self.streamsAtOnce, unchanged.count)]
          for row in try tables.read(Array(some), on: connection) {
            add(&result, CustomerRows([row]))
          }
        }
        try await recorded.each(
          of: changed.intersection(streams), request, in: lane, upTo: position, state,
          on: connection
        ) { add(&result, CustomerRows([$0])) }
      }
      return result
    }
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
}

extension TenureRows {
  fileprivate var links: CustomerLinks {
    CustomerLinks(chain, appTransactionID: customer, replaced: replaced)
  }
}
