package import EventStore
import Foundation
import Ledger
package import Postgres

/// Folds the log anew and holds the rows of a projection against what comes out.
///
/// A lane is read stream by stream, so that a page of streams is all there is in memory. Each page is
/// compared within one snapshot, at the checkpoint that snapshot shows: a projector may work on
/// meanwhile.
package struct Replay: Sendable {
  package struct Standing: Sendable, Hashable {
    package let checkpoint: Int64
    /// How far of lane 0 was taken in.
    package let commons: Int64
    /// The positions that the projection could not take in, and left out.
    package let parked: Set<Int64>
  }

  private let pool: Pool
  private let log: EventLog
  private let projection: ProjectionName

  package init(pool: Pool, log: EventLog, of projection: ProjectionName = .chains) {
    self.pool = pool
    self.log = log
    self.projection = projection
  }

  /// How far the projection has come in a lane.
  package func standing(lane: Int16) async throws -> Standing {
    try await pool.withConnection { connection in
      try await standing(lane, on: connection)
    }
  }

  /// Compares a lane. Throws the first `BrokenPromise`.
  package func verify(
    lane: Int16, onProgress: @Sendable (_ events: Int) -> Void = { _ in }
  ) async throws {
    var last: UUID? = StreamPosition.beginning.stream
    while let stream = last {
      let page = try await pool.withTransaction(
        TransactionOptions(isReadOnly: true, isRepeatableRead: true)
      ) { connection in try await compare(lane, after: stream, on: connection) }
      onProgress(page.count)
      last = page.last
    }
  }

  /// Compares a page of streams; tells how many events it held and its last stream, nil at the end.
  private func compare(
    _ lane: Int16, after stream: UUID, on connection: isolated Connection
  ) async throws -> (count: Int, last: UUID?) {
    let standing = try standing(lane, on: connection)
    let pages = StreamPages(
      log: log, lane: lane, end: standing.checkpoint, passing: standing.parked)
    let page = try await pages.next(after: stream, on: connection)
    let commons = try await log.commons(upTo: standing.commons)
    let range = (lane: lane, after: stream, upTo: page.last ?? .highest)
    switch projection {
    case .chains:
      try compareChains(page.events, range, on: connection)
    case .tenure:
      try TenureRows.compare(
        StreamHistory.histories(of: page.events, after: 0), commons, range, on: connection)
    case .commission:
      try CommissionRows.compare(
        StreamHistory.histories(of: page.events, after: 0), commons, range, on: connection)
    case .grants:
      try GrantRows.compare(
        StreamHistory.histories(of: page.events, after: 0), commons, range, on: connection)
    }
    return (page.events.count, page.last)
  }

  private func compareChains(
    _ events: [StreamedEvent], _ range: (lane: Int16, after: UUID, upTo: UUID),
    on connection: isolated Connection
  ) throws {
    var expected = ProjectedRows()
    for event in events.compactMap(\.event) { expected.take(event) }
    let found = try ProjectedRows(
      lane: range.lane, after: range.after, upTo: range.upTo, on: connection)
    try expected.compare(with: found)
  }

  private func standing(
    _ lane: Int16, on connection: isolated Connection
  ) throws -> Standing {
    let row = try connection.query(
      ProjectionStatements.replayStanding, lane, projection.rawValue)[0]
    return Standing(
      checkpoint: try row.get(0), commons: try row.get(1),
      parked: Set(try row.get(2, as: [Int64].self)))
  }
}
