import EventProcessing
import EventStore
import Foundation
import Ledger
import Postgres

/// The first build of a lane that was never read: stream by stream up to the lane's present end, with
/// one page of streams in memory.
///
/// Reading event by event would read each chain again for each of its events. One process at a time
/// builds a lane, by a lock of its session. Each page is a transaction, which also keeps the place
/// reached, so that an interrupted build goes on there. The checkpoint moves with the last page.
struct ProjectionBuild: Sendable {
  /// The place that a build has reached.
  private struct Place: Sendable, RowDecodable {
    var stream: UUID
    let end: Int64
    let shared: Int64

    init(stream: UUID, end: Int64, shared: Int64) {
      self.stream = stream
      self.end = end
      self.shared = shared
    }

    init(_ columns: inout ColumnReader) throws {
      self.init(
        stream: try columns.next(), end: try columns.next(), shared: try columns.next())
    }
  }

  /// The number of events from which a build pays.
  private static let eventsMin = Int64(EventProcessor.pageMax)
  private static let lockClass = AdvisoryLock.projectionBuild.rawValue

  let consumer: ProjectionConsumer
  let lane: ConsumerLane

  /// Builds the lane unless it is short, or an event cannot be read: applying page by page dead-letters
  /// it.
  func build(from checkpoint: Checkpoint) async throws -> LaneBuild {
    guard try await lane.log.position().lanes[lane.lane] ?? 0 >= Self.eventsMin else {
      return .unfit
    }
    return try await lane.pool.withConnection { holder in
      guard
        try await holder.query(.projectionBuildLock, Self.lockClass, Int32(lane.lane))[0]
          .decode(Bool.self)
      else { return .elsewhere }
      let isBuilt: Bool
      do {
        isBuilt = try await run(from: checkpoint)
      } catch is BrokenPromise {
        try await unlock(holder)
        return .unfit
      } catch {
        try await unlock(holder)
        throw error
      }
      try await unlock(holder)
      return isBuilt ? .built : .elsewhere
    }
  }

  private func unlock(_ holder: Connection) async throws {
    try await holder.query(.projectionBuildUnlock, Self.lockClass, Int32(lane.lane))
  }

  /// Returns false if another process has moved the checkpoint.
  private func run(from checkpoint: Checkpoint) async throws -> Bool {
    guard var place = try await begin(from: checkpoint) else { return false }
    let shared = try await lane.log.shared(upTo: place.shared)
    while true {
      guard let page = try await write(after: place, from: checkpoint, shared) else { return false }
      guard let last = page.first else { return true }
      place.stream = last
    }
  }

  /// Returns the place of an interrupted build, or that of a new one.
  private func begin(from checkpoint: Checkpoint) async throws -> Place? {
    let stored = try await lane.pool.withConnection { connection in
      try await connection.query(.projectionBuildRead, lane.lane).decode(Place.self).first
    }
    if let stored { return stored }
    guard let end = try await lane.log.position().lanes[lane.lane],
      let last = try await lane.log.event(EventID(lane: lane.lane, position: end))
    else { return nil }
    let shared = try await lane.log.shared().filter { $0.recordedAt <= last.recordedAt }
    return Place(
      stream: .lowest, end: end, shared: shared.last?.id.position ?? checkpoint.shared)
  }

  /// Writes the next page of streams. Returns its last stream, none at the end; nil if the checkpoint
  /// has moved.
  private func write(
    after place: Place, from checkpoint: Checkpoint, _ shared: [RecordedEvent]
  ) async throws -> [UUID]? {
    let pages = StreamPages(log: lane.log, lane: lane.lane, end: place.end)
    let writer = FoldWriter(lane: lane.lane, shared: shared)
    return try await lane.withLock(at: checkpoint) { connection -> [UUID] in
      let page = try await pages.next(after: place.stream, on: connection)
      let histories = ChainEvents.histories(of: page.events)
      for fold in consumer.folds {
        try writer.rewrite(histories, by: fold, on: connection)
      }
      let own = page.events.compactMap(\.event).filter { consumer.accounts.concerns($0.event) }
      try consumer.accounts.write(own, on: connection)
      guard let last = page.last else {
        try connection.post(.projectionBuildRemove, lane.lane)
        try lane.checkpoints.move(
          to: Checkpoint(lane: lane.lane, position: place.end, shared: place.shared),
          on: connection)
        return []
      }
      try connection.post(.projectionBuildWrite, lane.lane, last, place.end, place.shared)
      return [last]
    }
  }
}
