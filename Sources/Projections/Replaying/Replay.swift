import EventProcessing
package import EventStore
import Foundation
import Ledger
package import Postgres

/// A replay of the log that compares the result with the rows of a projection.
///
/// A lane is read stream by stream, with one page of streams in memory. Each page is compared
/// within one snapshot, at the checkpoint of that snapshot, so that the projections may move on
/// meanwhile.
package struct Replay: Sendable {
  package struct Extent: Sendable, Hashable {
    package let position: Int64
    /// The position reached in lane 0.
    package let shared: Int64
    /// The positions of the events that the projection could not apply.
    package let deadLetters: Set<Int64>
  }

  private let pool: Pool
  private let log: EventLog
  private let projection: ProjectionName

  package init(pool: Pool, log: EventLog, of projection: ProjectionName = .chains) {
    self.pool = pool
    self.log = log
    self.projection = projection
  }

  package func extent(lane: Int16) async throws -> Extent {
    try await pool.withConnection { connection in
      try await extent(lane, on: connection)
    }
  }

  /// Compares a lane. Throws the first difference, a `BrokenPromise`.
  package func verify(lane: Int16) async throws {
    if let first = try await findings(lane: lane, limit: 1).first { throw first }
  }

  /// Compares a lane, and returns the differences, at most `limit`.
  package func findings(
    lane: Int16, limit: Int, onProgress: @Sendable (_ events: Int) -> Void = { _ in }
  ) async throws -> [BrokenPromise] {
    var findings: [BrokenPromise] = []
    var last: UUID? = StreamPosition.beginning.stream
    while let stream = last, findings.count < limit {
      let page = try await pool.withTransaction(.snapshot) { connection in
        try await compare(lane, after: stream, on: connection)
      }
      findings += page.findings
      onProgress(page.count)
      last = page.last
    }
    return Array(findings.prefix(limit))
  }

  /// Compares a page of streams. Returns the number of its events, its last stream, nil at the end, and
  /// the differences.
  private func compare(
    _ lane: Int16, after stream: UUID, on connection: isolated Connection
  ) async throws -> (count: Int, last: UUID?, findings: [BrokenPromise]) {
    let extent = try extent(lane, on: connection)
    let pages = StreamPages(
      log: log, lane: lane, end: extent.position, passing: extent.deadLetters)
    let page = try await pages.next(after: stream, on: connection)
    let shared = try await log.reading.shared(upTo: extent.shared)
    let range = RangeComparison(lane: lane, after: stream, upTo: page.last ?? .highest)
    let findings = try range.compare(projection, page.events, shared, on: connection)
    return (page.events.count, page.last, findings)
  }

  /// Returns the checkpoint of the projection in a lane.
  func extent(
    _ lane: Int16, on connection: isolated Connection
  ) throws -> Extent {
    let (position, shared, deadLetters) = try connection.query(
      .replayExtent, lane, ProjectionConsumer.name.rawValue, projection.rawValue)[0].decode(
        (Int64, Int64, [Int64]).self)
    return Extent(position: position, shared: shared, deadLetters: Set(deadLetters))
  }
}
