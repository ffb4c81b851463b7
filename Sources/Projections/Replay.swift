package import EventStore
import Foundation
import Ledger
package import Postgres

/// Folds the log anew and holds the rows of the chains projection against what comes out.
///
/// A lane is read stream by stream, so that a page of streams is all there is in memory. Each page is
/// compared within one snapshot, at the checkpoint that snapshot shows: a projector may work on
/// meanwhile.
package struct Replay: Sendable {
  package struct Standing: Sendable, Hashable {
    package let checkpoint: Int64
    /// The positions that the projection could not take in, and left out.
    package let parked: Set<Int64>
  }

  private static let pageMax = 2_000

  private let pool: Pool
  private let log: EventLog

  package init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
  }

  /// How far the projection has come in a lane.
  package func standing(lane: Int16) async throws -> Standing {
    try await pool.withConnection { connection in
      try await Self.standing(lane, on: connection)
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
    let standing = try Self.standing(lane, on: connection)
    let (events, last) = try await read(lane, after: stream, standing, on: connection)
    var expected = ProjectedRows()
    for event in events { expected.take(event) }
    let found = try ProjectedRows(
      lane: lane, after: stream, upTo: last ?? .last, on: connection)
    try expected.compare(with: found)
    return (events.count, last)
  }

  /// The events of whole streams: of a last one that may go on behind the page, none, unless it is
  /// alone; then all of it.
  private func read(
    _ lane: Int16, after stream: UUID, _ standing: Standing, on connection: isolated Connection
  ) async throws -> (events: [RecordedEvent], last: UUID?) {
    var events: [StreamedEvent] = []
    var place = StreamPosition.end(of: stream)
    if stream == StreamPosition.beginning.stream { place = .beginning }
    while true {
      let page = try await log.eventsByStream(
        lane: lane, after: place, upTo: standing.checkpoint, passing: standing.parked,
        limit: Self.pageMax, on: connection)
      events += page
      guard page.count == Self.pageMax, let first = events.first, let last = events.last else {
        return (events.compactMap(\.event), nil)
      }
      place = last.place
      guard first.place.stream != last.place.stream else { continue }
      let whole = events.prefix { $0.place.stream != last.place.stream }
      return (whole.compactMap(\.event), whole.last?.place.stream)
    }
  }

  private static func standing(
    _ lane: Int16, on connection: isolated Connection
  ) throws -> Standing {
    let row = try connection.query(
      ProjectionStatements.replayStanding, lane, ChainProjection.name)[0]
    return Standing(
      checkpoint: try row.get(0), parked: Set(try row.get(1, as: [Int64].self)))
  }
}

extension UUID {
  /// The highest there is.
  fileprivate static let last = UUID(
    uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255))
}
