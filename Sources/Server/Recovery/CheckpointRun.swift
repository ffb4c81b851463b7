import EventProcessing
import EventStore
import Foundation
import Granting
package import Ledger
import Outbox
import Projections
import Reconciliation

/// The command that sets checkpoints beyond the log back, beside a running server or without one.
package enum CheckpointRun {
  /// The days that are read again. Jobs that are done are kept for a day longer, and none of them is enqueued twice.
  package static let daysMax = JobRetention.keepsFor.components.seconds / 86_400 - 1

  /// - Parameter since: the moment since which events are read again; nil for ``daysMax`` days before now.
  package static func rewind(
    _ settings: Settings, since: Instant?, signed signature: ActSignature
  ) async throws -> RewoundCheckpointsBody {
    try await Composition.with(settings) { composition in
      let now = Composition.now()
      return try await rewind(
        composition, to: try moment(since: since, now: now), signed: signature, at: now)
    }
  }

  /// Returns the moment to read from. Throws for one before jobs that are done may be forgotten.
  static func moment(since: Instant?, now: Instant) throws -> Instant {
    let earliest = now + .seconds(-daysMax * 86_400)
    guard let since else { return earliest }
    guard since >= earliest else {
      throw WrongUsage(
        "--since is within the last \(daysMax) days: what was asked of Apple before may be asked again"
      )
    }
    guard since <= now else { throw WrongUsage("--since is a moment that has passed") }
    return since
  }

  private static func rewind(
    _ composition: Composition, to moment: Instant, signed signature: ActSignature, at now: Instant
  ) async throws -> RewoundCheckpointsBody {
    let (log, pool) = (composition.log, composition.database.pool)
    let rewound = try await CheckpointRewind(
      pool: pool, log: log, rebuilt: [ProjectionConsumer.name]
    ).run(to: moment, signed: signature, at: now)
    let backfills = try await composition.granting.restartBackfills(beyond: log.position())
    let consumers = Set(rewound.map(\.consumer))
    let parts: [(ServerPart, ConsumerName)] = [
      (.grants, GrantingConsumer.name), (.outbox, OutboxConsumer.name),
      (.reconciliation, ReconciliationConsumer.name),
    ]
    let read = parts.filter { consumers.contains($0.1) }.map(\.0)
    try await composition.processor(of: Set(read), logger: .quiet).runToEnd()
    return RewoundCheckpointsBody(rewound, backfills: backfills, since: moment)
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
  }

  package let checkpoints: [Checkpoint]
  /// The number of lanes that granting reads again from their beginning, for catalogs that are valid backwards.
  package let backfills: Int
  package let since: String

  init(_ rewound: [CheckpointRewind.Rewound], backfills: Int, since: Instant) {
    self.backfills = backfills
    self.since = since.description
    checkpoints = rewound.map {
      Checkpoint(
        consumer: $0.consumer.rawValue, lane: $0.before.lane, position: $0.after.position,
        positionBefore: $0.before.position, sharedPosition: $0.after.shared,
        sharedPositionBefore: $0.before.shared)
    }
  }

  package var lines: [String] {
    guard !checkpoints.isEmpty || backfills > 0 else {
      return ["No checkpoint lies beyond the log."]
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
    if checkpoints.contains(where: { $0.consumer != ProjectionConsumer.name.rawValue }) {
      lines.append(
        "What was recorded since \(since) is read again, by this command or by a server.")
    }
    return lines
  }
}
