package import Ledger
import Synchronization

/// The clock that tells reads "now": the database's, which all servers share, and never before the last
/// moment of the log.
///
/// Between two readings the steady clock of this process counts on, so that a wrong clock of this machine
/// concerns no answer.
package final class LedgerClock: Sendable {
  private struct State {
    var read: (moment: Instant, at: ContinuousClock.Instant)?
    var last = Instant(milliseconds: 0)
  }

  private let state = Mutex(State())

  package init() {}

  /// Notes the database's clock, as it was read just now.
  package func note(_ moment: Instant, at now: ContinuousClock.Instant = .now) {
    state.withLock { $0.read = (moment, now) }
  }

  /// Notes the moment of a committed event.
  package func note(recorded moment: Instant) {
    state.withLock { $0.last = max($0.last, moment) }
  }

  /// Returns the present moment; nil while the database's clock was never read.
  package func now(at now: ContinuousClock.Instant = .now) -> Instant? {
    state.withLock { state in
      state.read.map { max($0.moment + (now - $0.at), state.last) }
    }
  }
}
