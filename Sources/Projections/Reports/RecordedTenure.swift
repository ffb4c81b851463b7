import EventStore
import Foundation
import Ledger
import Postgres
import Reports

/// A reading of chains with their subscriptions from the log, exactly as known at a cut that the projection
/// has passed.
struct RecordedTenure: Sendable {
  private static let streamsAtOnce = 500

  private let pool: Pool
  private let log: EventLog

  init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
  }

  /// Returns the streams whose rows may have changed from a cut up to the positions that the projection has
  /// reached: all of them after a later catalog or later terms.
  func streams(
    rewrittenAfter position: Position, upTo reached: Position, in lane: Int16,
    on connection: isolated Connection
  ) async throws -> Set<UUID> {
    let first = position.lanes[0] ?? 0
    let isRewritten = try await log.reading.shared(upTo: reached.lanes[0] ?? 0)
      .contains { $0.id.position > first && TenureFold.mayTouch($0.event) }
    return try log.streams.streams(
      lane: lane, after: isRewritten ? 0 : position.lanes[lane] ?? 0,
      upTo: reached.lanes[lane] ?? 0, on: connection)
  }

  /// Folds streams up to the cut, some at a time. Those of other apps and environments are left out.
  func each(
    of streams: Set<UUID>, _ request: ReportRequest, in lane: Int16, upTo position: Position,
    _ state: SharedState, on connection: isolated Connection, _ body: (TenureRows) -> Void
  ) async throws {
    guard !streams.isEmpty else { return }
    let extent = try Replay(pool: pool, log: log, of: .tenure).extent(lane, on: connection)
    let sorted = streams.sorted()
    for first in stride(from: 0, to: sorted.count, by: Self.streamsAtOnce) {
      let events = try await log.streams.events(
        ofStreams: Array(sorted[first..<min(first + Self.streamsAtOnce, sorted.count)]),
        lane: lane, upTo: position.lanes[lane] ?? 0, passing: extent.deadLetters, on: connection)
      for history in ChainEvents.histories(of: events) {
        guard let row = TenureRows(history, state),
          row.chain.environment == request.environment, row.chain.bundleID == request.app
        else { continue }
        body(row)
      }
    }
  }
}
