package import Ledger

/// The transition of a job after an attempt.
package enum JobTransition: Sendable, Hashable {
  case done
  /// - Parameter attempts: the failures in a row.
  case wait(until: Instant, attempts: Int32, reason: String?)
  case park(reason: String, attempts: Int32)

  /// - Parameter fraction: drawn evenly from 0 to 1.
  package init(
    _ outcome: JobResult, of job: Job, at now: Instant, fraction: Double,
    pause: JobBackoff = .standard
  ) {
    switch outcome {
    case .done: self = .done
    case .again(let moment): self = .wait(until: moment, attempts: 0, reason: nil)
    case .configuration(let reason):
      let rest = pause.configuration * (0.5 + fraction / 2)
      self = .wait(until: now + rest, attempts: job.attempts - 1, reason: reason)
    case .never(let reason): self = .park(reason: reason, attempts: job.attempts)
    case .retry(let reason, _) where job.attempts >= pause.attemptsMax:
      self = .park(reason: reason, attempts: job.attempts)
    case .retry(let reason, let notBefore):
      let rested = now + pause.rest(after: job.attempts, fraction: fraction)
      self = .wait(
        until: max(rested, notBefore ?? rested), attempts: job.attempts, reason: reason)
    }
  }

  /// The reason of a job that is dead-lettered because its deadline has passed.
  package static let missed = "missed"
}
