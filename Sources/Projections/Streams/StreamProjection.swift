import EventStore
import Foundation
import Ledger
import Postgres

/// A projection whose rows of a chain follow from all of the chain's events at once: what a batch touches
/// is read again from the log, whole.
struct StreamProjection: Projection {
  /// So many chains are in memory at a time, with all of their events.
  private static let streamsAtOnce = 50

  let log: EventLog
  let fold: any StreamFold

  var name: ProjectionName { fold.name }
  var restsOnCommons: Bool { true }

  func write(
    _ events: [RecordedEvent], after standing: Standing, isBelated: Bool,
    on connection: isolated Connection
  ) async throws {
    let news = events.filter { fold.concerns($0.event) }
    guard !news.isEmpty else { return }
    let end = max(standing.position, news.map(\.id.position).max() ?? 0)
    let passing = try parked(standing.lane, on: connection).subtracting(news.map(\.id.position))
    let commons = try await log.commons(upTo: standing.commons)
    for streams in Set(news.map(\.event.stream.key)).sorted().chunks(of: Self.streamsAtOnce) {
      let found = try await log.events(
        ofStreams: streams, lane: standing.lane, upTo: end, passing: passing, on: connection)
      let histories = StreamHistory.histories(of: found, after: isBelated ? 0 : standing.position)
      try fold.write(
        histories, in: standing.lane, commons: commons, isAnew: isBelated, on: connection)
    }
  }

  /// Takes in an event of lane 0 for some streams. Done twice it does no more than once.
  func write(
    common: RecordedEvent, streams: [UUID], after standing: Standing,
    on connection: isolated Connection
  ) async throws {
    guard !streams.isEmpty else { return }
    let passing = try parked(standing.lane, on: connection)
    let commons = try await log.commons(upTo: standing.commons)
    for streams in streams.chunks(of: Self.streamsAtOnce) {
      let found = try await log.events(
        ofStreams: streams, lane: standing.lane, upTo: standing.position, passing: passing,
        on: connection)
      let histories = StreamHistory.histories(of: found, after: .max).map { history in
        StreamHistory(stream: history.stream, before: history.before, new: [common])
      }
      try fold.write(
        histories, in: standing.lane, commons: commons, isAnew: false, on: connection)
    }
  }

  private func parked(_ lane: Int16, on connection: isolated Connection) throws -> Set<Int64> {
    let row = try connection.query(ProjectionStatements.replayStanding, lane, name.rawValue)[0]
    return Set(try row.get(2, as: [Int64].self))
  }
}

/// The fold of a `StreamProjection`.
protocol StreamFold: Sendable {
  var name: ProjectionName { get }

  /// Whether an event of a chain's stream may change the chain's rows.
  func concerns(_ event: LedgerEvent) -> Bool

  /// Writes the rows of some chains.
  ///
  /// - Parameters:
  ///   - commons: what was taken in of lane 0 before.
  ///   - isAnew: whether what is stored of these chains is to be forgotten; `new` are all events then,
  ///     and the commons fall between them by the time they were recorded.
  func write(
    _ histories: [StreamHistory], in lane: Int16, commons: [RecordedEvent], isAnew: Bool,
    on connection: isolated Connection
  ) throws

  /// The next streams of a lane, in the order of their keys, whose rows an event of lane 0 may change.
  func streams(
    touchedBy common: RecordedEvent, lane: Int16, after stream: UUID, limit: Int,
    on connection: isolated Connection
  ) throws -> [UUID]
}

extension Array {
  fileprivate func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
