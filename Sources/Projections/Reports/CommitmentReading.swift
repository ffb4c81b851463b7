import EventStore
import Foundation
import Ledger
import Postgres

/// A reading of the chains of an app in which a commitment was told, exactly as known at a cut.
struct CommitmentReading: Sendable {
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

  /// Adds the chains to a result, in any order.
  ///
  /// - Parameter position: the cut, which the projections have reached.
  func reduce<Result: Sendable>(
    _ start: Result, _ request: ReportRequest, at position: Position,
    _ add: @Sendable (inout Result, CustomerRows) -> Void
  ) async throws -> Result {
    let state = SharedState(try await log.shared(upTo: position.lanes[0] ?? 0))
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
}
