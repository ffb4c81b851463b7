package import EventStore
import Ledger
package import Logging
package import Postgres
import ServiceLifecycle

/// A service that reads each lane from its checkpoint and keeps the tables of a projection up to
/// date.
///
/// Several lanes are processed at a time. A hint wakes the lanes that it names; a poll finds the
/// events without a hint. Projectors of several processes coordinate by the row lock of each lane's
/// checkpoint. An event that cannot be applied is dead-lettered, counted, and retried at every
/// start and from time to time.
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
  private let semaphore: AsyncSemaphore

  /// Creates a projector that processes at most `lanesAtOnce` lanes at a time, each with at most
  /// two connections of the pool.
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
    semaphore = AsyncSemaphore(places: lanesAtOnce ?? Self.lanesAtOnceDefault)
  }

  /// Follows the log until it is canceled or shut down.
  package func run() async throws {
    await cancelWhenGracefulShutdown { await follow() }
  }

  /// Applies one bounded batch in each lane. Returns the number of events that the checkpoints
  /// passed. If some lanes fail, the others still advance, and one of the errors is thrown.
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

  /// Retries every dead letter. Returns the number of events that were applied.
  @discardableResult
  package func retryDeadLetters() async throws -> Int {
    var count = 0
    for lane in log.lanes.map(lane(_:)) {
      var retried: Int64? = 0
      while let position = retried {
        let step = try await semaphore.pass { try await lane.retry(after: position) }
        count += step.taken
        retried = step.last
      }
    }
    return count
  }

  /// Returns the next dead letters of a lane after a position, in order.
  package func deadLetters(
    lane: Int16, after position: Int64 = 0, limit: Int
  ) async throws -> [DeadLetter] {
    try await self.lane(lane).deadLetters(after: position, limit: limit)
  }

  /// Returns the lag of the projection behind the log.
  package func lag() async throws -> Lag {
    try await checkpoints.lag()
  }

  private func follow() async {
    let signals = LaneSignals(log.lanes)
    await withTaskGroup(of: Void.self) { group in
      for (lane, signals) in signals.signals {
        group.addTask { await follow(lane, signals) }
      }
      group.addTask { await poll(signals) }
      group.addTask { await retryFromTimeToTime() }
      if let listener {
        group.addTask {
          await listener.run { hint in
            signals.signal(
              LaneHint.lanes(hint, of: log.lanes, readingShared: projection.readsShared))
          }
        }
      }
    }
  }

  private func follow(_ lane: Int16, _ signals: AsyncStream<Void>) async {
    let worker = RetryLoop(name: "lane \(lane)", logger: logger)
    for await _ in signals {
      await worker.work { try await advance(lane).goesOn }
    }
  }

  /// Signals the lanes whose new events no hint named.
  private func poll(_ signals: LaneSignals) async {
    let worker = RetryLoop(name: "poll", logger: logger)
    while !Task.isCancelled {
      await worker.work {
        signals.signal(try await checkpoints.lanesBehind())
        return false
      }
      try? await Task.sleep(for: pollInterval)  // cancellation ends the rest, then the loop
    }
  }

  private func retryFromTimeToTime() async {
    let worker = RetryLoop(name: "dead letters", logger: logger)
    while !Task.isCancelled {
      await worker.work {
        let count = try await retryDeadLetters()
        if count > 0 {
          logger.notice("dead letters were applied", metadata: ["count": "\(count)"])
        }
        return false
      }
      try? await Task.sleep(for: Self.retryInterval)  // cancellation ends the rest, then the loop
    }
  }

  private func advance(_ lane: Int16) async throws -> LaneProjection.Step {
    let step = try await semaphore.pass { try await self.lane(lane).advance() }
    guard step.count > 0 else { return step }
    progress.moved(lane)
    if let first = step.deadLetters.first {
      logger.error(
        "events were dead-lettered",
        metadata: [
          "count": "\(step.deadLetters.count)", "first": "\(first.id)", "reason": "\(first.reason)",
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
