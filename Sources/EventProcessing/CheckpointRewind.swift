package import EventStore
package import Ledger
package import Postgres

/// A rewind of checkpoints that lie beyond the log. Each is set back to an earlier position, from which its consumer
/// reads again, and an event records who did so.
package struct CheckpointRewind: Sendable {
  /// A checkpoint that was set back, or one of its two positions.
  package struct Rewound: Hashable, Sendable {
    package let consumer: ConsumerName
    package let before: Checkpoint
    package let after: Checkpoint
  }

  private let pool: Pool
  private let log: EventLog
  /// The consumers whose rows follow from the log up to their checkpoint: reading an event twice would apply it
  /// twice, so that they are set back to the end of the log, and must be rebuilt.
  private let rebuilt: Set<ConsumerName>

  package init(pool: Pool, log: EventLog, rebuilt: Set<ConsumerName>) {
    self.pool = pool
    self.log = log
    self.rebuilt = rebuilt
  }

  /// Sets each checkpoint beyond the log back to what was recorded up to a moment. A position that is not beyond the
  /// log stays. Records nothing if there is none.
  ///
  /// - Parameter moment: the events recorded since are read again.
  package func run(
    to moment: Instant, signed signature: ActSignature, at now: Instant
  ) async throws -> [Rewound] {
    let ahead = try await CheckpointAudit(pool: pool, lanes: log.lanes).ahead()
      .filter { $0.table == "consumer_checkpoint" && log.lanes.contains($0.lane) }
    guard !ahead.isEmpty else { return [] }
    let earlier = try await log.position(knownAt: moment)
    let end = try await log.position(withShared: true)
    let places = Set(ahead.map { Place(lane: $0.lane, consumer: ConsumerName(rawValue: $0.name)) })
      .sorted { ($0.consumer.rawValue, $0.lane) < ($1.consumer.rawValue, $1.lane) }
    let act = ActRecorded(
      .checkpointsRewind,
      values: [
        "consumers": Set(places.map(\.consumer.rawValue)).sorted().joined(separator: ","),
        "lanes": Set(places.map(\.lane)).sorted().map { "\($0)" }.joined(separator: ","),
        "since": moment.description,
      ], signed: signature, at: now)
    return try await log.acts.perform(act, in: pool) { connection, _ in
      try places.compactMap { place in
        let target = rebuilt.contains(place.consumer) ? end : earlier
        return try rewind(place, to: target, end: end, on: connection)
      }
    }
  }

  private struct Place: Hashable {
    let lane: Int16
    let consumer: ConsumerName
  }

  /// Sets the positions of a checkpoint back that still lie beyond the end; nil if none does.
  private func rewind(
    _ place: Place, to target: Position, end: Position, on connection: isolated Connection
  ) throws -> Rewound? {
    let checkpoints = CheckpointStore(of: place.consumer)
    let before = try checkpoints.hold(place.lane, on: connection)
    var after = before
    if before.position > end.lanes[place.lane] ?? 0 {
      after.position = target.lanes[place.lane] ?? 0
    }
    if before.shared > end.lanes[0] ?? 0 { after.shared = target.lanes[0] ?? 0 }
    guard after != before else { return nil }
    try checkpoints.move(to: after, on: connection)
    return Rewound(consumer: place.consumer, before: before, after: after)
  }
}
