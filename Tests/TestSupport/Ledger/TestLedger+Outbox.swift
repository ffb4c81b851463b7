import Foundation
package import Intake
package import Ledger
import Logging
package import Outbox
import Projections

extension Job {
  /// Returns a job that no database holds, for tests of code that judges a single job.
  package static func given(
    _ kind: JobKind = .history, _ subject: String = "1000", attempts: Int32 = 1,
    deadline: Instant? = nil
  ) -> Job {
    Job(
      lane: 1, id: JobID(kind, .production, TestLedger.bundleID, subject), kind: kind,
      environment: .production, bundleID: TestLedger.bundleID, account: nil, subject: subject,
      content: nil, attempts: attempts, deadline: deadline, asks: 1, lease: UUID())
  }
}

extension TestLedger {
  /// The queue of the ledger's jobs.
  package var queue: JobQueue { JobQueue(pool: pool, log: log, keyring: keyring) }

  /// Returns the service that takes the posts of keyed clients.
  package func receipts(
    _ intake: Intake? = nil, askable: Set<BundleID> = [], verifiable: Set<BundleID> = [],
    limits: SavedPostLimits = SavedPostLimits(),
    at moment: @escaping @Sendable () -> Instant = { now }
  ) -> ReceiptService {
    ReceiptService(
      intake: intake ?? self.intake, queue: queue, worker: worker(intake, at: moment),
      askable: askable, verifiable: verifiable, limits: limits, resumePatience: .seconds(60),
      now: moment)
  }

  /// Returns the queries about purchases that a document only names.
  package func lookups(
    askable: Set<BundleID> = [], verifiable: Set<BundleID> = []
  ) -> PurchaseLookups {
    PurchaseLookups(queue: queue, askable: askable, verifiable: verifiable, now: { Self.now })
  }

  /// Returns the pending jobs in words such as `history 1000`.
  package func jobs() async throws -> [String] {
    try await queue.administration.list(limit: 99).jobs
      .map { "\($0.kind.rawValue) \($0.subject)" }.sorted()
  }

  /// Returns the links by any transaction id that is projected.
  package func links(_ intake: Intake? = nil) -> ChainLinks {
    ChainLinks((intake ?? self.intake).links) { [reader] transaction, app, environment in
      try await reader.chains.chain(of: transaction, in: app, environment)
    }
  }

  /// Returns a worker with the handlers that need no Apple.
  package func worker(
    _ intake: Intake? = nil, at moment: @escaping @Sendable () -> Instant = { now }
  ) -> OutboxWorker {
    let intake = intake ?? self.intake
    return worker(
      [
        PostHandler(intake: intake, queue: queue, now: moment),
        LinkHandler(links: links(intake), queue: queue),
      ], at: moment)
  }

  /// Returns a worker with a test's own handlers. Its backoff is always the longest allowed.
  package func worker(
    _ handlers: [any JobHandler], places: Int = OutboxWorker.placesDefault,
    at moment: @escaping @Sendable () -> Instant = { now }
  ) -> OutboxWorker {
    OutboxWorker(
      queue: queue, handlers: handlers, logger: Logger(label: "test"), places: places,
      now: moment, fraction: { 1 })
  }
}
