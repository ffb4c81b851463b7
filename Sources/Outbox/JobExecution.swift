import EventProcessing
import Ledger
import Logging
import Postgres

/// The execution of leased jobs by their handlers.
struct JobExecution: Sendable {
  /// The time by which a lease outlasts the time limit of its handler.
  private static let leaseMargin: Duration = .seconds(30)

  private let leases: JobLeases
  private let handlers: [JobKind: any JobHandler]
  private let logger: Logger
  private let outage: OutageLog
  private let now: @Sendable () -> Instant
  private let fraction: @Sendable () -> Double

  /// - Parameter fraction: draws evenly from 0 to 1.
  init(
    leases: JobLeases, handlers: [any JobHandler], logger: Logger, outage: OutageLog,
    now: @escaping @Sendable () -> Instant, fraction: @escaping @Sendable () -> Double
  ) {
    self.leases = leases
    self.logger = logger
    self.outage = outage
    self.now = now
    self.fraction = fraction
    self.handlers = Dictionary(
      handlers.flatMap { handler in handler.kinds.map { ($0, handler) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The kinds that have a handler.
  var kinds: Set<JobKind> { Set(handlers.keys) }

  /// The duration of a lease that outlasts every handler.
  var leaseDuration: Duration {
    (handlers.values.map(\.timeLimit).max() ?? .zero) + Self.leaseMargin
  }

  /// Performs jobs and returns those that are done.
  func perform(_ jobs: [Job], within patience: Duration? = nil) async -> Set<JobID> {
    await withTaskGroup(of: JobID?.self) { group in
      for job in jobs {
        group.addTask { await perform(job, within: patience) ? job.id : nil }
      }
      return await group.reduce(into: []) { done, id in
        if let id { done.insert(id) }
      }
    }
  }

  /// Performs a job. Returns true if it is done.
  func perform(_ job: Job, within patience: Duration? = nil) async -> Bool {
    guard let handler = handlers[job.kind] else { return false }
    if let deadline = job.deadline, deadline <= now() {
      await settle(job, .never(reason: JobTransition.missed))
      return false
    }
    let limit = min(handler.timeLimit, patience ?? handler.timeLimit)
    let outcome = await outcome(of: job, by: handler, within: limit)
    if Self.isCutShort(outcome) {
      await giveBack(job)
      return false
    }
    await settle(job, outcome ?? .retry(reason: "time_limit"))
    return outcome == .done
  }

  /// Returns true if a shutdown interrupted the attempt. Such an attempt does not count as a
  /// failure.
  private static func isCutShort(_ outcome: JobResult?) -> Bool {
    guard Task.isCancelled else { return false }
    return switch outcome {
    case .retry, nil: true
    case .done, .again, .never, .configuration: false
    }
  }

  /// Returns the result of an attempt, or nil if the attempt was cut short. A thrown error is a
  /// transient failure.
  private func outcome(
    of job: Job, by handler: any JobHandler, within limit: Duration
  ) async -> JobResult? {
    await withTaskGroup(of: JobResult?.self) { group in
      group.addTask {
        do {
          return try await handler.perform(job)
        } catch {
          if !Task.isCancelled { log(error, of: job) }
          return Task.isCancelled ? nil : .retry(reason: "failed")
        }
      }
      group.addTask {
        try? await Task.sleep(for: limit)  // canceled once the handler has returned
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }

  private func log(_ error: any Error, of job: Job) {
    guard !outage.failed("a job", error) else { return }
    logger.warning(
      "a job failed",
      metadata: metadata(of: job).merging(["error": "\(error)"]) { $1 })
  }

  private func metadata(of job: Job) -> Logger.Metadata {
    var metadata: Logger.Metadata = ["job": "\(job.id)", "kind": "\(job.kind.rawValue)"]
    if let app = job.bundleID { metadata["app"] = "\(app)" }
    if let environment = job.environment { metadata["environment"] = "\(environment.rawValue)" }
    return metadata
  }

  /// Settles a job after an attempt. If the job cannot be settled now, its lease expires.
  private func settle(_ job: Job, _ outcome: JobResult) async {
    let settlement = JobTransition(outcome, of: job, at: now(), fraction: fraction())
    if case .park(let reason, _) = settlement { say("a job was dead-lettered", job, reason) }
    if case .configuration(let reason) = outcome {
      say("a job waits for corrected settings", job, reason)
    }
    await settle(job, settlement)
  }

  /// Ends the lease of a job without an attempt that counts. The job is due again at once.
  func giveBack(_ job: Job) async {
    let rest = JobTransition.wait(until: now(), attempts: job.attempts - 1, reason: nil)
    await settle(job, rest)
  }

  private func settle(_ job: Job, _ settlement: JobTransition) async {
    // A shutdown still records the result, or other processes would wait for the end of the lease.
    do {
      try await LastWork.outlive { try await leases.settle(job, settlement, at: now()) }
    } catch {
      log(error, of: job)
    }
  }

  private func say(_ what: Logger.Message, _ job: Job, _ reason: String) {
    logger.notice(
      what,
      metadata: metadata(of: job).merging(["reason": "\(reason)"]) { $1 })
  }
}
