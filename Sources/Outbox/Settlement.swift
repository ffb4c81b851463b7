package import Ledger

/// What becomes of an errand after a try.
package enum Settlement: Sendable, Hashable {
  case done
  /// - Parameter attempts: failures in a row.
  case wait(until: Instant, attempts: Int32, reason: String?)
  case park(reason: String, attempts: Int32)

  /// - Parameter fraction: drawn evenly from 0 to 1.
  package init(
    _ outcome: ErrandOutcome, of errand: Errand, at now: Instant, fraction: Double,
    pause: ErrandPause = .standard
  ) {
    switch outcome {
    case .done: self = .done
    case .again(let moment): self = .wait(until: moment, attempts: 0, reason: nil)
    case .configuration(let reason):
      let rest = pause.configuration * (0.5 + fraction / 2)
      self = .wait(until: now + rest, attempts: errand.attempts - 1, reason: reason)
    case .never(let reason): self = .park(reason: reason, attempts: errand.attempts)
    case .retry(let reason, _) where errand.attempts >= pause.attemptsMax:
      self = .park(reason: reason, attempts: errand.attempts)
    case .retry(let reason, let notBefore):
      let rested = now + pause.rest(after: errand.attempts, fraction: fraction)
      self = .wait(
        until: max(rested, notBefore ?? rested), attempts: errand.attempts, reason: reason)
    }
  }

  /// Why an errand is parked whose deadline has passed.
  package static let missed = "missed"
}
