import EventStore
import Foundation
import Ledger
import Postgres

/// A projection that derives the rows of a chain from all of the chain's events: each chain that a
/// batch touches is read from the log again.
struct StreamProjection: Projection {
  /// The number of chains in memory at a time, with all of their events.
  private static let streamsAtOnce = 50

  let log: EventLog
  let fold: any StreamFold

  var name: ProjectionName { fold.name }
  var readsShared: Bool { true }

  func write(
    _ events: [RecordedEvent], after checkpoint: Checkpoint, isOutOfOrder: Bool,
    on connection: isolated Connection
  ) async throws {
    let news = events.filter { fold.concerns($0.event) }
    guard !news.isEmpty else { return }
    let end = max(checkpoint.position, news.map(\.id.position).max() ?? 0)
    let passing = try deadLetters(checkpoint.lane, on: connection).subtracting(
      news.map(\.id.position))
    let shared = try await log.shared(upTo: checkpoint.shared)
    for streams in Set(news.map(\.event.stream.key)).sorted().chunks(of: Self.streamsAtOnce) {
      let found = try await log.events(
        ofStreams: streams, lane: checkpoint.lane, upTo: end, passing: passing, on: connection)
      let histories = StreamHistory.histories(
        of: found, after: isOutOfOrder ? 0 : checkpoint.position)
      try fold.write(
        histories, in: checkpoint.lane, shared: shared, isRebuild: isOutOfOrder, on: connection)
    }
  }

  /// Applies an event of lane 0 to some streams. Applying the event twice has no further effect.
  func write(
    common: RecordedEvent, streams: [UUID], after checkpoint: Checkpoint,
    on connection: isolated Connection
  ) async throws {
    guard !streams.isEmpty else { return }
    let passing = try deadLetters(checkpoint.lane, on: connection)
    let shared = try await log.shared(upTo: checkpoint.shared)
    for streams in streams.chunks(of: Self.streamsAtOnce) {
      let found = try await log.events(
        ofStreams: streams, lane: checkpoint.lane, upTo: checkpoint.position, passing: passing,
        on: connection)
      let histories = StreamHistory.histories(of: found, after: .max).map { history in
        StreamHistory(stream: history.stream, before: history.before, new: [common])
      }
      try fold.write(
        histories, in: checkpoint.lane, shared: shared, isRebuild: false, on: connection)
    }
  }

  private func deadLetters(_ lane: Int16, on connection: isolated Connection) throws -> Set<Int64> {
    let (_, _, deadLetters) = try connection.query(.replayExtent, lane, name.rawValue)[0]
      .decode((Int64, Int64, [Int64]).self)
    return Set(deadLetters)
  }
}

/// The fold of a `StreamProjection`.
protocol StreamFold: Sendable {
  var name: ProjectionName { get }

  /// Returns true if an event of a chain's stream may change the chain's rows.
  func concerns(_ event: LedgerEvent) -> Bool

  /// Writes the rows of some chains.
  ///
  /// - Parameters:
  ///   - shared: the events of lane 0 that were applied before.
  ///   - isRebuild: true if the stored rows of these chains are to be replaced. Then `new` holds all
  ///     events, and the events of lane 0 fall between them by the time they were recorded.
  func write(
    _ histories: [StreamHistory], in lane: Int16, shared: [RecordedEvent], isRebuild: Bool,
    on connection: isolated Connection
  ) throws

  /// Returns the next streams of a lane, in the order of their keys, whose rows an event of lane 0
  /// may change.
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
