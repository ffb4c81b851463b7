package import Ledger
import Synchronization

/// A clock that a test moves.
package final class HandClock: Sendable {
  private let moment: Mutex<Instant>

  package init(_ moment: Instant = TestLedger.now) {
    self.moment = Mutex(moment)
  }

  package var now: Instant {
    get { moment.withLock(\.self) }
    set { moment.withLock { $0 = newValue } }
  }

  package func move(_ duration: Duration) {
    moment.withLock { $0 = $0 + duration }
  }
}
