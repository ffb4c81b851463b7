package import EventStore
package import Ledger
package import Postgres

/// A rewind of checkpoints that lie beyond the log. Each is set back to an earlier position, from which its consumer
/// reads again, and an event records who did so.
package struct CheckpointRewind: Sendable {
  /// A checkpoint that was set back in one or both of its positions.
  package struct Rewound: Hashable, Sendable {
    package let consumer: ConsumerName
    package let before: Checkpoint
    package let after: Checkpoint
    /// The moment since which events are read again; nil for a consumer that was set back to the end of the log.
    package let since: Instant?
  }

  /// The checkpoints that were set back, and the number of lanes that granting begins again.
  package struct Outcome: Hashable, Sendable {
    package var checkpoints: [Rewound] = []
    package var backfills = 0
  }

  /// The time before the last true move of a checkpoint that is read again: the consumer was this far behind at most.
  package static let lagMax: Duration = .seconds(86_400)

  private let pool: Pool
  private let log: EventLog
  /// The consumers with rows of their own. They would apply an event twice, so they go back to the end of the
  /// log and must be rebuilt.
  private let rebuilt: Set<ConsumerName>
  private let restartBackfills: @Sendable (isolated Connection) throws -> Int

  /// - Parameter restartBackfills: begins the lanes again that granting reads up to a place beyond the log, and returns
  ///   their number.
  package init(
    pool: Pool, log: EventLog, rebuilt: Set<ConsumerName>,
    restartBackfills: @escaping @Sendable (isolated Connection) throws -> Int
  ) {
    self.pool = pool
    self.log = log
    self.rebuilt = rebuilt
    self.restartBackfills = restartBackfills
  }

  /// Sets each checkpoint beyond the log back to an earlier position. A position that is not beyond the log stays.
  /// Records nothing if there is none.
  ///
  /// - Parameters:
  ///   - since: the moment since which events are read again; nil for ``lagMax`` before each checkpoint last moved,
  ///     which a change by hand does not tell.
  ///   - earliest: the moment before which none are read again then.
  package func run(
    since: Instant?, notBefore earliest: Instant, signed signature: ActSignature, at now: Instant
  ) async throws -> Outcome {
    guard
      let plan = try await plan(since: since, notBefore: earliest, signed: signature, at: now)
    else { return Outcome() }
    return try await carryOut(plan)
  }

  /// The checkpoints to set back, as they were found before the act is recorded.
  struct Plan: Sendable {
    fileprivate struct Place: Sendable {
      let lane: Int16
      let consumer: ConsumerName
      let since: Instant?
      /// The position known then; nil for the end of the log.
      let target: Position?
    }

    fileprivate let places: [Place]
    fileprivate let act: ActRecorded
  }

  /// Returns nil if nothing lies beyond the log.
  func plan(
    since: Instant?, notBefore earliest: Instant, signed signature: ActSignature, at now: Instant
  ) async throws -> Plan? {
    let ahead = try await CheckpointAudit(pool: pool, lanes: log.lanes).ahead()
    let backfills = Set(ahead.filter(\.isBackfill).map(\.lane))
    var (places, known): ([Plan.Place], [Instant: Position]) = ([], [:])
    for found in ahead where found.isRewound {
      let consumer = ConsumerName(rawValue: found.name)
      if places.contains(where: { $0.lane == found.lane && $0.consumer == consumer }) { continue }
      guard !rebuilt.contains(consumer) else {
        places.append(.init(lane: found.lane, consumer: consumer, since: nil, target: nil))
        continue
      }
      let moment =
        since ?? Self.moment(movedAt: found.movedAt, notBefore: earliest, at: now)
      if known[moment] == nil { known[moment] = try await log.position(knownAt: moment) }
      places.append(
        .init(lane: found.lane, consumer: consumer, since: moment, target: known[moment]))
    }
    guard !places.isEmpty || !backfills.isEmpty else { return nil }
    places.sort { ($0.consumer.rawValue, $0.lane) < ($1.consumer.rawValue, $1.lane) }
    var values: [String: String] = [:]
    if !places.isEmpty {
      values["consumers"] = Set(places.map(\.consumer.rawValue)).sorted().joined(separator: ",")
      values["lanes"] = Self.text(Set(places.map(\.lane)))
    }
    if let first = places.compactMap(\.since).min() { values["since"] = first.description }
    if !backfills.isEmpty { values["backfills"] = Self.text(backfills) }
    return Plan(
      places: places,
      act: ActRecorded(.checkpointsRewind, values: values, signed: signature, at: now))
  }

  /// Returns the moment to read from. A moment that has not passed was written by hand, and tells nothing.
  static func moment(
    movedAt: Instant?, notBefore earliest: Instant, at now: Instant
  ) -> Instant {
    guard let movedAt else { return earliest }
    let moment = movedAt + .seconds(-lagMax.components.seconds)
    return moment > now ? earliest : max(moment, earliest)
  }

  private static func text(_ lanes: Set<Int16>) -> String {
    lanes.sorted().map { "\($0)" }.joined(separator: ",")
  }

  private struct NothingLeft: Error {}

  /// Sets back what still lies beyond the log. Its end is read under the locks of all lanes: no consumer goes
  /// back behind what it has read meanwhile. Leaves no event if nothing is left to set back.
  ///
  /// The checkpoints of projections are locked before the lanes, as their repair and their switch lock them.
  func carryOut(_ plan: Plan) async throws -> Outcome {
    do {
      let prepared = try await log.acts.prepare(plan.act)
      return try await pool.withTransaction { connection in
        var held = try Self.hold(
          plan.places.filter { rebuilt.contains($0.consumer) }, on: connection)
        _ = try await prepared.record(on: connection)
        held += try Self.hold(
          plan.places.filter { !rebuilt.contains($0.consumer) }, on: connection)
        let ahead = try CheckpointAudit.ahead(among: log.lanes, on: connection)
          .filter(\.isRewound)
        var outcome = Outcome()
        for (place, before) in held {
          let after = Self.rewound(before, at: place, ahead)
          guard after != before else { continue }
          try CheckpointStore(of: place.consumer).rewind(to: after, on: connection)
          outcome.checkpoints.append(
            Rewound(consumer: place.consumer, before: before, after: after, since: place.since))
        }
        outcome.backfills = try restartBackfills(connection)
        guard outcome != Outcome() else { throw NothingLeft() }
        return outcome
      }
    } catch is NothingLeft {
      return Outcome()
    }
  }

  private static func hold(
    _ places: [Plan.Place], on connection: isolated Connection
  ) throws -> [(Plan.Place, Checkpoint)] {
    try places.map { place in
      (place, try CheckpointStore(of: place.consumer).hold(place.lane, on: connection))
    }
  }

  private static func rewound(
    _ before: Checkpoint, at place: Plan.Place, _ ahead: [CheckpointAudit.Ahead]
  ) -> Checkpoint {
    var after = before
    for found in ahead where found.lane == place.lane && found.name == place.consumer.rawValue {
      if found.column == "position" {
        after.position = place.target.map { $0.lanes[place.lane] ?? 0 } ?? found.head
      } else {
        after.shared = place.target.map { $0.lanes[0] ?? 0 } ?? found.head
      }
    }
    return after
  }
}
