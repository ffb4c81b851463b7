import Foundation
package import Intake
package import Ledger
import Logging
package import Outbox

extension Errand {
  /// One that no database knows, for whoever judges it by itself.
  package static func given(
    _ kind: ErrandKind = .history, _ subject: String = "1000", attempts: Int32 = 1,
    deadline: Instant? = nil
  ) -> Errand {
    Errand(
      lane: 1, id: ErrandID(kind, .production, TestLedger.bundleID, subject), kind: kind,
      environment: .production, bundleID: TestLedger.bundleID, account: nil, subject: subject,
      content: nil, attempts: attempts, deadline: deadline, asks: 1, lease: UUID())
  }
}

extension TestLedger {
  /// What is owed.
  package var queue: ErrandQueue { ErrandQueue(pool: pool, log: log, keyring: keyring) }

  /// The desk where keyed clients post.
  package func receipts(
    _ intake: Intake? = nil, savedMax: Int = ReceiptDesk.savedMaxDefault,
    at moment: @escaping @Sendable () -> Instant = { now }
  ) -> ReceiptDesk {
    ReceiptDesk(
      intake: intake ?? self.intake, queue: queue, worker: worker(intake, at: moment),
      savedMax: savedMax, resumePatience: .seconds(60), now: moment)
  }

  /// Whoever works off what is owed, with what needs no Apple.
  package func worker(
    _ intake: Intake? = nil, at moment: @escaping @Sendable () -> Instant = { now }
  ) -> OutboxWorker {
    let intake = intake ?? self.intake
    return worker(
      [
        PostHandler(intake: intake, queue: queue, now: moment),
        LinkHandler(intake: intake, queue: queue),
      ], at: moment)
  }

  /// Whoever works off what is owed by handlers of a test's own, resting as long as is allowed.
  package func worker(
    _ handlers: [any ErrandHandler], places: Int = OutboxWorker.placesDefault,
    at moment: @escaping @Sendable () -> Instant = { now }
  ) -> OutboxWorker {
    OutboxWorker(
      queue: queue, handlers: handlers, logger: Logger(label: "test"), places: places,
      now: moment, fraction: { 1 })
  }
}
