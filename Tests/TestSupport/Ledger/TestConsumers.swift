package import EventProcessing
import EventStore
import Granting
import Intake
import Ledger
import Logging
import Postgres
import Projections

/// One projection of a ledger, with its own dead letters.
package struct TestProjection: Sendable {
  let name: ProjectionName
  let ledger: TestLedger

  package func runOnce() async throws -> Int { try await ledger.projecting.runOnce() }

  package func lag() async throws -> Lag {
    try await Lag.read(
      of: ProjectionConsumer.name, readsShared: true, deadLettersOf: [name.consumer],
      log: ledger.log, in: ledger.pool)
  }

  package func retryDeadLetters() async throws -> Int {
    try await ledger.projecting.retryDeadLetters(of: name.consumer)
  }

  package func deadLetters(
    lane: Int16, after position: Int64 = 0, limit: Int
  ) async throws -> [DeadLetter] {
    try await ledger.pool.withConnection { [consumer = name.consumer] connection in
      try await DeadLetterStore(lane: lane).read(
        of: consumer, after: position, limit: limit, on: connection)
    }
  }
}

/// Granting in one process.
package struct TestGranter: Sendable {
  private let consumer: GrantingConsumer
  private let processor: EventProcessor
  private let backfill: GrantingBackfillService

  init(of intake: Intake, _ log: EventLog, _ pool: Pool) {
    consumer = GrantingConsumer(intake, pool: pool)
    processor = EventProcessor(
      [consumer], log: log, pool: pool, logger: Logger(label: "test"))
    backfill = GrantingBackfillService(consumer, log: log, logger: Logger(label: "test"))
  }

  /// Reads a page in each lane, and one in each that is read again. Returns the number of events passed.
  @discardableResult
  package func runOnce() async throws -> Int {
    let count = try await processor.runOnce()
    return count + (try await backfill.runOnce())
  }

  package func lag() async throws -> Int64 { try await wholeLag().events }

  package func wholeLag() async throws -> Lag { try await processor.lag(of: consumer) }

  package func retryWaiting() async throws {
    try await processor.retryDeadLetters()
    try await backfill.retryRejected()
  }
}
