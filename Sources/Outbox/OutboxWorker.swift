import EventProcessing
package import Ledger
package import Logging
import Postgres
import ServiceLifecycle

/// A service that performs due jobs, several at a time, fairly between apps and accounts.
///
/// Processes share the work: each job is leased to one of them. A job whose lease expires becomes
/// due again.
package struct OutboxWorker: Service {
  package static let placesDefault = 16
  private static let cleaningInterval: Duration = .seconds(3_600)

  private let queue: JobQueue
  private let execution: JobExecution
  private let logger: Logger
  private let places: Int
  private let pollInterval: Duration
  private let now: @Sendable () -> Instant

  /// - Parameters:
  ///   - handlers: the handlers of this process; jobs of other kinds are left to other processes.
  ///   - places: the number of jobs that are performed at a time.
  ///   - pollInterval: the longest rest while nothing is due. After a job the rests begin with a
  ///     sixteenth of it and grow.
  ///   - fraction: draws evenly from 0 to 1.
  package init(
    queue: JobQueue, handlers: [any JobHandler], logger: Logger,
    places: Int = placesDefault, pollInterval: Duration = .seconds(4),
    now: @escaping @Sendable () -> Instant,
    fraction: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    self.queue = queue
    self.logger = logger
    self.places = places
    self.pollInterval = pollInterval
    self.now = now
    execution = JobExecution(
      leases: queue.leases, handlers: handlers, logger: logger, outage: queue.pool.outage, now: now,
      fraction: fraction)
  }

  /// Performs jobs until it is canceled or shut down.
  package func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await work() }
        group.addTask { await cleanFromTimeToTime() }
      }
    }
  }

  /// The jobs of a batch, by their ends.
  package struct Batch: Sendable {
    package let done: Set<JobID>
    package let notDone: Set<JobID>

    package var count: Int { done.count + notDone.count }
  }

  /// Performs one bounded batch of due jobs. Returns their number.
  ///
  /// - Parameter kinds: the kinds to perform; other jobs are left alone.
  @discardableResult
  package func runOnce(_ kinds: Set<JobKind> = Set(JobKind.allCases)) async throws -> Int {
    try await runBatch(kinds).count
  }

  /// Performs one bounded batch of due jobs of some kinds.
  package func runBatch(_ kinds: Set<JobKind>) async throws -> Batch {
    let jobs = try await lease(places, kinds)
    let done = await execution.perform(jobs)
    return Batch(done: done, notDone: Set(jobs.map(\.id)).subtracting(done))
  }

  /// Performs the pending jobs of an account by any of its names, due or not. Returns the jobs that
  /// were attempted. A job that has not begun when the time is over is left as it was.
  package func workOff(
    _ names: Set<AccountReference>, limit: Int, within patience: Duration
  ) async throws -> [Job] {
    let deadline = ContinuousClock.now + patience
    let jobs = try await queue.leases.lease(
      execution.kinds, of: names, limit: limit, lasting: execution.leaseDuration + patience)
    for start in stride(from: 0, to: jobs.count, by: places) {
      let rest = deadline - ContinuousClock.now
      guard rest > .zero else {
        for job in jobs[start...] { await execution.giveBack(job) }
        return Array(jobs[..<start])
      }
      _ = await execution.perform(
        Array(jobs[start..<min(start + places, jobs.count)]), within: rest)
    }
    return jobs
  }
}

extension OutboxWorker {
  private func lease(
    _ limit: Int, _ kinds: Set<JobKind> = Set(JobKind.allCases)
  ) async throws -> [Job] {
    try await queue.leases.lease(
      kinds.intersection(execution.kinds), limit: limit, at: now(), lasting: execution.leaseDuration
    )
  }

  private var shortestRest: Duration { pollInterval / 16 }

  private enum Turn: Sendable {
    case worked, rested
  }

  /// Fills every place that becomes free, and rests while nothing is due.
  private func work() async {
    await withTaskGroup(of: Turn.self) { group in
      var (busy, isResting) = (0, false)
      var rest = shortestRest
      while !Task.isCancelled {
        let jobs = busy < places && !isResting ? await next(places - busy) : []
        for job in jobs {
          group.addTask {
            _ = await execution.perform(job)
            return .worked
          }
        }
        busy += jobs.count
        if !jobs.isEmpty { rest = shortestRest }
        if jobs.isEmpty, !isResting, busy < places {
          isResting = true
          group.addTask { [rest] in
            try? await Task.sleep(for: rest)  // cancellation ends the rest, then the loop
            return .rested
          }
          rest = min(rest * 2, pollInterval)
        }
        guard jobs.isEmpty || busy == places else { continue }
        switch await group.next() {
        case .worked: busy -= 1
        case .rested, nil: isResting = false
        }
      }
    }
  }

  private func next(_ limit: Int) async -> [Job] {
    var jobs: [Job] = []
    await RetryLoop(name: "outbox", logger: logger, outage: queue.pool.outage).work {
      jobs = try await lease(limit)
      return false
    }
    return jobs
  }

  private func cleanFromTimeToTime() async {
    let worker = RetryLoop(
      name: "outbox cleaning", logger: logger, outage: queue.pool.outage)
    while !Task.isCancelled {
      await worker.work {
        let count = try await queue.retention.clean(at: now())
        if count.jobs > 0 {
          logger.notice(
            "old jobs were removed", metadata: ["count": .stringConvertible(count.jobs)])
        }
        return false
      }
      // Cancellation ends the rest, then the loop.
      try? await Task.sleep(for: Self.cleaningInterval)
    }
  }
}
