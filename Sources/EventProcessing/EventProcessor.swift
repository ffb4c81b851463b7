package import EventStore
import Foundation
import Ledger
package import Logging
package import Postgres
import ServiceLifecycle

/// A service that reads the log once and feeds all consumers of this process.
///
/// Each consumer follows each lane by a loop of its own, so that none waits for another. One listener
/// wakes the loops of the lanes that a commit names; while it listens, a slow poll finds what no
/// hint named. Dead letters are retried at every start and from time to time.
package struct EventProcessor: Service {
  package static let pageMax = LaneFeed.pageMax
  private static let retryInterval: Duration = .seconds(600)
  /// The pause before a lane is tried again in which another process was at work.
  private static let elsewherePause: Duration = .milliseconds(250)
  /// The interval of the poll while hints arrive.
  private static let listeningPollInterval: Duration = .seconds(5)
  private static let lanesAtOnceDefault = 4

  package let consumers: [any EventConsumer]
  private let pool: Pool
  private let log: EventLog
  private let logger: Logger
  private let listener: Listener?
  private let pollInterval: Duration
  private let feeds: [Int16: LaneFeed]
  private let lanes: [ConsumerLane]
  private let semaphore: AsyncSemaphore
  private let failures: FailureLog

  /// Creates a processor that works for at most `atOnce` lanes of consumers at a time, each with at
  /// most two connections of the pool.
  package init(
    _ consumers: [any EventConsumer], log: EventLog, pool: Pool, logger: Logger,
    listener: Listener? = nil, pollInterval: Duration = .milliseconds(250), atOnce: Int? = nil
  ) {
    self.consumers = consumers
    self.log = log
    self.pool = pool
    self.logger = logger
    self.listener = listener
    self.pollInterval = pollInterval
    failures = FailureLog(
      name: "the reading of the log", distinguishes: true, outage: pool.outage)
    let (feeds, process) = (log.lanes.map { ($0, LaneFeed($0, of: log)) }, UUID())
    self.feeds = Dictionary(uniqueKeysWithValues: feeds)
    lanes = consumers.flatMap { consumer in
      feeds.map { lane, feed in
        ConsumerLane(
          lane: lane, pool: pool, log: log, consumer: consumer, logger: logger, process: process,
          feed: feed, last: LastCheckpoint(in: log))
      }
    }
    semaphore = AsyncSemaphore(places: atOnce ?? Self.lanesAtOnceDefault)
  }

  /// Follows the log until it is canceled or shut down.
  package func run() async throws {
    await cancelWhenGracefulShutdown { await follow() }
  }

  /// Processes one bounded page in each lane, for each consumer. Returns the number of events that
  /// the checkpoints passed. If some lanes fail, the others still advance, and one of the errors is
  /// thrown.
  @discardableResult
  package func runOnce() async throws -> Int {
    for feed in feeds.values { feed.signal() }
    for lane in lanes { lane.last.forget() }
    let results = await withTaskGroup(of: Result<Int, any Error>.self) { group in
      for lane in lanes {
        group.addTask {
          do {
            return .success(try await step(lane).count)
          } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    return try results.reduce(0) { try $0 + $1.get() }
  }

  /// Processes pages until no event is left.
  package func runToEnd() async throws {
    while try await runOnce() > 0 {}
  }

  /// Processes a lane up to a checkpoint that another generation has reached, and no further.
  package func advance(to target: Checkpoint) async throws {
    for lane in lanes where lane.lane == target.lane {
      try await semaphore.pass { try await lane.advance(to: target) }
    }
  }

  /// Retries the dead letters of consumers. Returns the number of those that were processed.
  ///
  /// - Parameters:
  ///   - name: the name of the dead letters; nil for all.
  ///   - admits: returns false for dead letters to leave alone.
  @discardableResult
  package func retryDeadLetters(
    of name: ConsumerName? = nil, _ admits: @Sendable (DeadLetter) -> Bool = { _ in true }
  ) async throws -> Int {
    var count = 0
    for lane in lanes {
      let names = lane.consumer.deadLetterNames.filter { name == nil || $0 == name }
      count += try await semaphore.pass { try await lane.retryDeadLetters(of: names, admits) }
    }
    return count
  }

  /// Returns the lag of a consumer behind the log.
  package func lag(of consumer: any EventConsumer) async throws -> Lag {
    try await Lag.read(of: consumer, log: log, in: pool)
  }

  private func step(_ lane: ConsumerLane) async throws -> ConsumerLane.Step {
    try await semaphore.pass { try await lane.advance() }
  }
}

// MARK: Following

extension EventProcessor {
  private func follow() async {
    let signals = LaneSignals(lanes.map(\.lane))
    let hints = HintState()
    await withTaskGroup(of: Void.self) { group in
      for (lane, signals) in zip(lanes, signals.streams) {
        group.addTask { await follow(lane, signals) }
      }
      group.addTask { await poll(signals, hints) }
      group.addTask { await retryFromTimeToTime() }
      if let listener {
        group.addTask {
          await listener.run { hint in
            hints.note(hint)
            signal(LaneHint.lanes(hint, of: log.lanes), signals)
          }
        }
      }
    }
  }

  private func signal(_ lanes: [Int16], _ signals: LaneSignals) {
    for lane in lanes { feeds[lane]?.signal() }
    signals.signal(lanes)
  }

  private func follow(_ lane: ConsumerLane, _ signals: AsyncStream<Void>) async {
    let worker = RetryLoop(
      name: "\(lane.consumer.name) in lane \(lane.lane)", logger: logger, failures: failures)
    for await _ in signals {
      var began = ContinuousClock.now
      await worker.work {
        switch try await step(lane) {
        case .moved(let count) where count < Self.pageMax:
          let rest = RoundPace.rest(
            after: .now - began, interval: lane.consumer.roundInterval)
          if rest > .zero { await lane.rest(within: rest) }
          began = .now
          return true
        case .moved, .passedShared: return true
        case .atEnd: return false
        case .elsewhere:
          try await Task.sleep(for: Self.elsewherePause)
          return true
        }
      }
    }
  }

  /// Signals the lanes that have changed without a hint. While hints arrive, this is rare.
  private func poll(_ signals: LaneSignals, _ hints: HintState) async {
    let worker = RetryLoop(name: "poll", logger: logger, failures: failures)
    let known = KnownHeads()
    while !Task.isCancelled {
      await worker.work {
        signal(known.changed(to: try await log.position(withShared: true)), signals)
        return false
      }
      let pause = hints.areArriving ? Self.listeningPollInterval : pollInterval
      try? await Task.sleep(for: pause)  // cancellation ends the rest, then the loop
    }
  }

  private func retryFromTimeToTime() async {
    let worker = RetryLoop(name: "dead letters", logger: logger, failures: failures)
    while !Task.isCancelled {
      // A person may have set a sound checkpoint back, which a lane without new events does not notice. One beyond the
      // log is not remembered.
      for lane in lanes { lane.last.forget() }
      await worker.work {
        let count = try await retryDeadLetters()
        if count > 0 {
          logger.notice(
            "dead letters were processed", metadata: ["count": .stringConvertible(count)])
        }
        return false
      }
      try? await Task.sleep(for: Self.retryInterval)  // cancellation ends the rest, then the loop
    }
  }
}
