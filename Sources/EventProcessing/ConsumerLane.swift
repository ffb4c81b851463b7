package import EventStore
import Foundation
package import Ledger
import Logging
package import Postgres

/// One consumer in one lane: processes the events after its checkpoint, and retries its dead letters.
///
/// Rows, checkpoint and dead letters of a transactional consumer change in one transaction. An event
/// that cannot be read or processed is dead-lettered with its reason, and the events around it are
/// processed.
package struct ConsumerLane: Sendable {
  /// The result of one step.
  enum Step: Equatable {
    /// The checkpoint passed this number of events of the lane.
    case moved(Int)
    /// The checkpoint passed an event of lane 0.
    case passedShared
    /// Nothing is left for now.
    case atEnd
    /// Another process is at work in this lane, or the ledger is paused.
    case elsewhere

    /// The number of events that the checkpoint passed.
    var count: Int {
      switch self {
      case .moved(let count): count
      case .passedShared: 1
      case .atEnd, .elsewhere: 0
      }
    }
  }

  private static let retryMax = 100
  /// A crash may take back a checkpoint together with its rows; then the page is applied again.
  static let options = TransactionOptions(synchronousCommitOff: true)

  package let lane: Int16
  package let pool: Pool
  package let log: EventLog
  package let consumer: any EventConsumer
  let logger: Logger
  /// This process, as the owner of claims.
  let process: UUID
  let feed: LaneFeed
  /// The checkpoint as this process last moved it, which saves reading it again.
  let last: LastCheckpoint

  package var checkpoints: CheckpointStore { CheckpointStore(of: consumer.name) }
  package var deadLetters: DeadLetterStore { DeadLetterStore(lane: lane) }

  /// Processes at most one page, or one event of lane 0.
  func advance() async throws -> Step {
    let step =
      switch consumer {
      case let consumer as any TransactionalConsumer:
        try await TransactionalLane(lane: self, consumer: consumer).advance()
      case let consumer as any AsynchronousConsumer:
        try await AsynchronousLane(lane: self, consumer: consumer).advance()
      default: Step.atEnd
      }
    if step.count > 0 { consumer.progress?.moved(lane) }
    return step
  }

  /// Advances to a checkpoint that another generation of the consumer has reached, and no further.
  func advance(to target: Checkpoint) async throws {
    guard let consumer = consumer as? any TransactionalConsumer else { return }
    try await TransactionalLane(lane: self, consumer: consumer).advance(to: target)
  }

  /// Rests after the lane was processed to its end, so that the events of several commits are processed together.
  /// Returns after `limit` at the latest, and earlier if somebody waits for the lane.
  func rest(within limit: Duration) async {
    guard let progress = consumer.progress else {
      try? await Task.sleep(for: limit)  // cancellation ends the rest
      return
    }
    await progress.rest(lane, within: limit)
  }

  /// Lends a transaction that waited for the lock of the checkpoint.
  package func holding<Result: Sendable>(
    _ body: @Sendable (isolated Connection, Checkpoint) async throws -> Result
  ) async throws -> Result {
    try await pool.withTransaction(Self.options) { connection in
      try await body(connection, try checkpoints.hold(lane, on: connection))
    }
  }

  func readCheckpoint() async throws -> Checkpoint {
    try await pool.withConnection { try await checkpoints.read(lane, on: $0) }
  }

  /// Retries every dead letter. Returns the number of those that were processed. A consumer whose
  /// decisions a paused ledger refuses is retried after the pause.
  func retryDeadLetters(
    of names: [ConsumerName], _ admits: @Sendable (DeadLetter) -> Bool
  ) async throws -> Int {
    var count = 0
    for name in names {
      do { count += try await retryDeadLetters(of: name, admits) } catch EventLogError.paused {
        continue
      }
    }
    return count
  }

  private func retryDeadLetters(
    of name: ConsumerName, _ admits: @Sendable (DeadLetter) -> Bool
  ) async throws -> Int {
    var (count, position): (Int, Int64) = (0, 0)
    while true {
      let letters = try await pool.withConnection { [position] connection in
        try await deadLetters.read(
          of: name, after: position, limit: Self.retryMax, on: connection)
      }
      guard let last = letters.last else { return count }
      let admitted = letters.filter(admits)
      if !admitted.isEmpty { count += try await consumer.retry(admitted, of: name, in: self) }
      position = last.id.position
    }
  }

  /// Reads the events of dead letters again. Returns those that are readable, and the reasons for
  /// which the others still are not.
  package func read(
    _ letters: [DeadLetter], of name: ConsumerName
  ) async throws -> (events: [RecordedEvent], unreadable: [NewDeadLetter]) {
    let reader = LenientReader(log)
    var (events, unreadable): ([RecordedEvent], [NewDeadLetter]) = ([], [])
    for letter in letters {
      switch try await reader.event(letter.id) {
      case .success(let event): events.append(event)
      case .failure(let event): unreadable.append(NewDeadLetter(event, of: name))
      case nil: continue
      }
    }
    return (events, unreadable)
  }

  func report(_ new: [NewDeadLetter]) {
    guard let first = new.first else { return }
    logger.error(
      "events were dead-lettered",
      metadata: [
        "consumer": "\(first.consumer)", "count": .stringConvertible(new.count),
        "first": "\(first.id)",
        "reason": "\(first.reason)",
      ])
  }

  func unreadable(_ page: LanePage) -> [NewDeadLetter] {
    consumer.deadLetterNames.flatMap { name in
      page.unreadable.map { NewDeadLetter($0, of: name) }
    }
  }
}
