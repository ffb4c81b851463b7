package import EventStore
import Ledger
package import Logging
package import Postgres
import ServiceLifecycle

/// Reads each lane from its checkpoint and keeps a projection's tables in step.
///
/// Lanes are followed side by side, so many at a time. A hint wakes those it names; a poll finds what
/// no hint told. Projectors of several processes pass a lane to one another by its checkpoint's row
/// lock. What cannot be taken in is parked, counted, and tried again at every start and now and then.
package struct Projector: Service {
  package static let batchMax = 1_000
  private static let lanesAtOnceDefault = 4
  private static let retryInterval: Duration = .seconds(600)

  let pool: Pool
  let log: EventLog
  let progress: ProjectionProgress
  let logger: Logger
  private let listener: Listener?
  private let pollInterval: Duration
  private let projection: any Projection
  private let gate: Gate

  /// At most `lanesAtOnce` lanes are worked on at a time, each with two connections of the pool at most.
  package init(
    _ name: ProjectionName = .chains, pool: Pool, log: EventLog, logger: Logger,
    listener: Listener? = nil,
    progress: ProjectionProgress = ProjectionProgress(),
    pollInterval: Duration = .milliseconds(250),
    lanesAtOnce: Int? = nil
  ) {
    self.pool = pool
    self.log = log
    self.logger = logger
    self.listener = listener
    self.progress = progress
    self.pollInterval = pollInterval
    projection = name.projection(of: log)
    gate = Gate(places: lanesAtOnce ?? Self.lanesAtOnceDefault)
  }

  /// Follows the log until it is cancelled or shut down.
  package func run() async throws {
    await cancelWhenGracefulShutdown { await follow() }
  }

  /// Does one bounded batch a lane; returns how many events the checkpoints moved over. Where lanes
  /// fail, the others are done nevertheless, and one of the errors is thrown.
  @discardableResult
  package func runOnce() async throws -> Int {
    let results = await withTaskGroup(of: Result<Int, any Error>.self) { group in
      for lane in log.lanes {
        group.addTask {
          do { return .success(try await advance(lane).count) } catch { return .failure(error) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    return try results.reduce(0) { try $0 + $1.get() }
  }

  /// Tries every parked event again; returns how many were taken in.
  @discardableResult
  package func retryParked() async throws -> Int {
    var count = 0
    for lane in log.lanes.map(lane(_:)) {
      var retried: Int64? = 0
      while let position = retried {
        let step = try await gate.pass { try await lane.retry(after: position) }
        count += step.taken
        retried = step.last
      }
    }
    return count
  }

  /// The next parked events of a lane after a position, in order.
  package func parked(
    lane: Int16, after position: Int64 = 0, limit: Int
  ) async throws -> [ParkedEvent] {
    try await self.lane(lane).parked(after: position, limit: limit)
  }

  /// How far the projection is behind the log.
  package func lag() async throws -> Lag {
    try await checkpoints.lag()
  }

  private func follow() async {
    let bells = LaneBells(log.lanes)
    await withTaskGroup(of: Void.self) { group in
      for lane in log.lanes {
        group.addTask { await follow(lane, bells.rings(of: lane)) }
      }
      group.addTask { await poll(bells) }
      group.addTask { await retryFromTimeToTime() }
      if let listener {
        group.addTask {
          await listener.run { hint in
            bells.ring(
              LaneHint.lanes(hint, of: log.lanes, restingOnCommons: projection.restsOnCommons))
          }
        }
      }
    }
  }

  private func follow(_ lane: Int16, _ rings: AsyncStream<Void>) async {
    let worker = Worker(name: "lane \(lane)", logger: logger)
    for await _ in rings {
      await worker.work { try await advance(lane).goesOn }
    }
  }

  /// Rings for what no hint told of.
  private func poll(_ bells: LaneBells) async {
    let worker = Worker(name: "poll", logger: logger)
    while !Task.isCancelled {
      await worker.work {
        bells.ring(try await checkpoints.lanesBehind())
        return false
      }
      try? await Task.sleep(for: pollInterval)  // cancellation ends the rest, then the loop
    }
  }

  private func retryFromTimeToTime() async {
    let worker = Worker(name: "parked events", logger: logger)
    while !Task.isCancelled {
      await worker.work {
        let count = try await retryParked()
        if count > 0 {
          logger.notice("parked events were taken in", metadata: ["count": "\(count)"])
        }
        return false
      }
      try? await Task.sleep(for: Self.retryInterval)  // cancellation ends the rest, then the loop
    }
  }

  private func advance(_ lane: Int16) async throws -> LaneProjection.Step {
    let step = try await gate.pass { try await self.lane(lane).advance() }
    guard step.count > 0 else { return step }
    progress.moved(lane)
    if let first = step.parked.first {
      logger.error(
        "events were parked",
        metadata: [
          "count": "\(step.parked.count)", "first": "\(first.id)", "reason": "\(first.reason)",
        ])
    }
    return step
  }

  private var checkpoints: Checkpoints {
    Checkpoints(pool: pool, log: log, projection: projection)
  }

  private func lane(_ lane: Int16) -> LaneProjection {
    LaneProjection(lane: lane, pool: pool, log: log, projection: projection)
  }
}
