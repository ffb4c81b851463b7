import EventStore
import Foundation
import Ledger
import Postgres

/// The first build of a lane that was never read.
extension LaneProjection {
  /// Folds the lane stream by stream up to its present end, with one page of streams in memory.
  ///
  /// Reading event by event would read each chain again for each of its events. Each page is a
  /// transaction of its own, and the checkpoint moves with the last page. An interrupted build
  /// starts over.
  func build(_ fold: any StreamFold, from checkpoint: Checkpoint) async throws -> Step {
    guard let end = try await log.position().lanes[lane],
      let last = try await log.event(EventID(lane: lane, position: end))
    else { return Step() }
    let shared = try await log.shared().filter { $0.recordedAt <= last.recordedAt }
    let reached = Checkpoint(
      lane: lane, position: end, shared: shared.last?.id.position ?? checkpoint.shared)
    var next: UUID? = .lowest
    while let stream = next {
      let page = try await buildPage(fold, after: stream, from: checkpoint, to: reached, shared)
      guard page.isOurs else { return Step() }
      next = page.last
    }
    return Step(count: Int(end), goesOn: true)
  }

  private func buildPage(
    _ fold: any StreamFold, after stream: UUID, from checkpoint: Checkpoint, to reached: Checkpoint,
    _ shared: [RecordedEvent]
  ) async throws -> (isOurs: Bool, last: UUID?) {
    try await pool.withTransaction(.init(synchronousCommitOff: true)) { connection in
      guard try checkpoints.lock(lane, on: connection) == checkpoint else { return (false, nil) }
      let pages = StreamPages(log: log, lane: lane, end: reached.position)
      let page = try await pages.next(after: stream, on: connection)
      let histories = StreamHistory.histories(of: page.events, after: 0)
      try fold.write(
        histories, in: lane, shared: shared, isRebuild: true, on: connection)
      if page.last == nil { try checkpoints.move(to: reached, on: connection) }
      return (true, page.last)
    }
  }
}
