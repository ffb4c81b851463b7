import Foundation
import Ledger
import Postgres

/// The effects of shared events, which every rule reads, on the rows of a lane.
extension LaneProjection {
  private static let streamsAtOnce = 500

  /// Applies an event of lane 0, page by page of the streams that it touches, with one transaction
  /// per page. The checkpoint moves with the last page. An interrupted run starts over, and
  /// applying the event twice has no further effect.
  func apply(
    _ common: RecordedEvent, by projection: StreamProjection, after checkpoint: Checkpoint
  ) async throws -> Step {
    let reached = Checkpoint(
      lane: lane, position: checkpoint.position, shared: common.id.position)
    var last: UUID? = .lowest
    while let stream = last {
      let step = try await pool.withTransaction(.init(synchronousCommitOff: true)) {
        connection -> (isOurs: Bool, last: UUID?) in
        guard try checkpoints.lock(lane, on: connection) == checkpoint else { return (false, nil) }
        let streams = try projection.fold.streams(
          touchedBy: common, lane: lane, after: stream, limit: Self.streamsAtOnce, on: connection)
        try await projection.write(
          common: common, streams: streams, after: checkpoint, on: connection)
        guard streams.count == Self.streamsAtOnce else {
          try checkpoints.move(to: reached, on: connection)
          return (true, nil)
        }
        return (true, streams.last)
      }
      guard step.isOurs else { return Step() }
      last = step.last
    }
    return Step(count: 1, goesOn: true)
  }
}

extension UUID {
  static let lowest = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  static let highest = UUID(
    uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255))
}
