import Foundation
import Ledger
import Postgres

/// How a lane takes in what every rule reads.
extension LaneProjection {
  private static let streamsAtOnce = 500

  /// Takes in an event of lane 0, page by page of the streams it touches, each in a transaction of its
  /// own; the checkpoint moves with the last. Interrupted, it begins anew, and does nothing twice.
  func take(
    _ common: RecordedEvent, by projection: StreamProjection, after standing: Standing
  ) async throws -> Step {
    let reached = Standing(
      lane: lane, position: standing.position, commons: common.id.position)
    var last: UUID? = .lowest
    while let stream = last {
      let step = try await pool.withTransaction(.init(synchronousCommitOff: true)) {
        connection -> (isOurs: Bool, last: UUID?) in
        guard try checkpoints.lock(lane, on: connection) == standing else { return (false, nil) }
        let streams = try projection.fold.streams(
          touchedBy: common, lane: lane, after: stream, limit: Self.streamsAtOnce, on: connection)
        try await projection.write(
          common: common, streams: streams, after: standing, on: connection)
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
