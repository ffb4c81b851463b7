import EventProcessing
import EventStore
import Foundation
import Granting
package import Ledger
import Outbox
import Postgres
import Projections
import Reconciliation

/// The command that sets checkpoints beyond the log back, beside a running server or without one.
package enum CheckpointRun {
  /// The days that are read again at most. An answer about consumption stays known for a day longer, and none is
  /// given twice. Other requests to Apple are forgotten once they are done, and may be asked again, which is harmless.
  package static let daysMax = JobRetention.keepsFor.components.seconds / 86_400 - 1

  /// - Parameter since: the moment since which events are read again; nil for a day before each checkpoint last moved.
  package static func rewind(
    _ settings: Settings, since: Instant?, signed signature: ActSignature
  ) async throws -> RewoundCheckpointsBody {
    try await Composition.with(settings, seals: false) { composition in
      try await rewind(composition, since: since, signed: signature, at: Composition.now())
    }
  }

  /// Returns the earliest moment to read from. Throws if another one lies before it, or has not passed.
  static func earliest(since: Instant?, now: Instant) throws -> Instant {
    let earliest = now + .seconds(-daysMax * 86_400)
    guard since ?? earliest >= earliest else {
      throw WrongUsage(
        "--since is within the last \(daysMax) days: consumption that Apple asked about before may be told again"
      )
    }
    guard since ?? now <= now else { throw WrongUsage("--since is a moment that has passed") }
    return earliest
  }

  private static func rewind(
    _ composition: Composition, since: Instant?, signed signature: ActSignature, at now: Instant
  ) async throws -> RewoundCheckpointsBody {
    let outcome = try await rewind(
      pool: composition.database.pool, log: composition.log, granting: composition.granting
    ).run(
      since: since, notBefore: earliest(since: since, now: now), signed: signature, at: now)
    let consumers = Set(outcome.checkpoints.map(\.consumer))
    let parts: [(ServerPart, ConsumerName)] = [
      (.grants, GrantingConsumer.name), (.outbox, OutboxConsumer.name),
      (.reconciliation, ReconciliationConsumer.name),
    ]
    let read = parts.filter { consumers.contains($0.1) }.map(\.0)
    let processor = composition.processor(of: Set(read), logger: .quiet)
    let before = try await deadLetters(of: processor)
    try await processor.runToEnd()
    let new = try await deadLetters(of: processor) - before
    return RewoundCheckpointsBody(outcome, deadLetters: max(0, new))
  }

  static func rewind(
    pool: Pool, log: EventLog, granting: GrantingConsumer
  ) -> CheckpointRewind {
    CheckpointRewind(pool: pool, log: log, rebuilt: [ProjectionConsumer.name]) { connection in
      try granting.restartBackfills(on: connection)
    }
  }

  private static func deadLetters(of processor: EventProcessor) async throws -> Int64 {
    var count: Int64 = 0
    for consumer in processor.consumers {
      count += try await processor.lag(of: consumer).deadLetters
    }
    return count
  }
}

/// The JSON form of checkpoints that were set back, and its sentences.
package struct RewoundCheckpointsBody: Encodable, Sendable {
  package struct Checkpoint: Encodable, Sendable {
    let consumer: String
    let lane: Int16
    let position: Int64
    let positionBefore: Int64
    let sharedPosition: Int64
    let sharedPositionBefore: Int64
    /// The moment since which events are read again; nil for projections.
    let since: String?
  }

  package let checkpoints: [Checkpoint]
  /// The number of lanes that granting reads again from their beginning, for catalogs that are valid backwards.
  package let backfills: Int
  /// The number of events that this command read again and could not process.
  package let deadLetters: Int64

  init(_ outcome: CheckpointRewind.Outcome, deadLetters: Int64) {
    backfills = outcome.backfills
    self.deadLetters = deadLetters
    checkpoints = outcome.checkpoints.map {
      Checkpoint(
        consumer: $0.consumer.rawValue, lane: $0.before.lane, position: $0.after.position,
        positionBefore: $0.before.position, sharedPosition: $0.after.shared,
        sharedPositionBefore: $0.before.shared, since: $0.since?.description)
    }
  }

  package var lines: [String] {
    guard !checkpoints.isEmpty || backfills > 0 else {
      return ["No checkpoint that is read lies beyond the log. `daicho verify` names any other."]
    }
    var lines = checkpoints.map { checkpoint in
      "\(checkpoint.consumer) in lane \(checkpoint.lane): position \(checkpoint.positionBefore) → "
        + "\(checkpoint.position), of lane 0 \(checkpoint.sharedPositionBefore) → "
        + "\(checkpoint.sharedPosition)"
    }
    if backfills > 0 {
      lines.append("Granting reads \(backfills) lanes again from their beginning.")
    }
    if checkpoints.contains(where: { $0.consumer == ProjectionConsumer.name.rawValue }) {
      lines.append(
        "Projections were set back to the end of the log: `daicho projections check` says if they lack "
          + "anything, and `daicho projections rebuild --all --expect-differences NAME --reason WHY` mends it."
      )
    }
    if let since = checkpoints.compactMap(\.since).min() {
      lines.append(
        "What was recorded since \(since) is read again, by this command or by a server.")
    }
    if deadLetters > 0 {
      lines.append(
        "\(deadLetters) events could not be processed: `daicho dead-letters list` names them.")
    }
    return lines
  }
}
