import EventStore
import Foundation
import Ledger
import Postgres

/// How a lane that was never read is taken in whole.
extension LaneProjection {
  /// Folds the lane stream by stream up to its present end, a page of streams in memory at a time.
  ///
  /// Event by event every chain would be read again as often as it has events. Each page is a
  /// transaction of its own; the checkpoint moves after the last. Interrupted, it begins anew.
  func build(_ fold: any StreamFold, from standing: Standing) async throws -> Step {
    guard let end = try await log.position().lanes[lane],
      let last = try await log.event(EventID(lane: lane, position: end))
    else { return Step() }
    let commons = try await log.commons().filter { $0.recordedAt <= last.recordedAt }
    let reached = Standing(
      lane: lane, position: end, commons: commons.last?.id.position ?? standing.commons)
    var next: UUID? = .lowest
    while let stream = next {
      let page = try await buildPage(fold, after: stream, from: standing, to: reached, commons)
      guard page.isOurs else { return Step() }
      next = page.last
    }
    return Step(count: Int(end), goesOn: true)
  }

  private func buildPage(
    _ fold: any StreamFold, after stream: UUID, from standing: Standing, to reached: Standing,
    _ commons: [RecordedEvent]
  ) async throws -> (isOurs: Bool, last: UUID?) {
    try await pool.withTransaction(.init(synchronousCommitOff: true)) { connection in
      guard try checkpoints.lock(lane, on: connection) == standing else { return (false, nil) }
      let pages = StreamPages(log: log, lane: lane, end: reached.position)
      let page = try await pages.next(after: stream, on: connection)
      let histories = StreamHistory.histories(of: page.events, after: 0)
      try fold.write(
        histories, in: lane, commons: commons, isAnew: true, on: connection)
      if page.last == nil { try checkpoints.move(to: reached, on: connection) }
      return (true, page.last)
    }
  }
}
