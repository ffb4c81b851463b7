package import Ledger
import Postgres

/// The positions of a log: now, in a cut, and at a past moment.
package struct LogPositions: Sendable {
  private let pool: Pool
  /// The lanes over which streams are distributed.
  private let lanes: [Int16]
  private let memory: LogMemory
  private let settled: SettledMoment
  private let cuts: CutQueue

  init(_ pool: Pool, lanes: [Int16], memory: LogMemory) {
    self.pool = pool
    self.lanes = lanes
    self.memory = memory
    settled = SettledMoment(memory)
    cuts = CutQueue { try await Cut.take(of: [0] + lanes, in: pool) }
  }

  /// Takes a cut, which is the only "now" across lanes. Every append that had returned is in it.
  package func cut() async throws -> Cut { try await cuts.next() }

  /// Refuses later cuts, and returns once the earlier ones are taken.
  package func close() async { await cuts.close() }

  /// Returns the current position of every lane of streams, and of lane 0 on request.
  package func current(withShared: Bool) async throws -> Position {
    try await position(from: .lanePositions, withShared ? [0] + lanes : lanes)
  }

  /// Returns the position of the log at a moment. Events recorded later never count as known then.
  ///
  /// Throws `momentAhead` for a moment that has not passed.
  package func position(knownAt moment: Instant) async throws -> Position {
    try await settle(moment)
    return try await position(from: .lanePositionsAt, [0] + lanes, moment)
  }

  /// Returns the moment at which an event of a purchase or account was last recorded; nil if there
  /// is none. In a restored ledger the backup ends at this moment.
  package func recordedUntil() async throws -> Instant? {
    let rows = try await QuerySource.pool(pool).query(.lanesRecordedUntil, [lanes])
    return try rows.decode(Instant?.self).first ?? nil
  }

  private func position(
    from statement: Statement, _ parameters: (any PostgresEncodable)?...
  ) async throws -> Position {
    var position = Position()
    for row in try await QuerySource.pool(pool).query(statement, parameters) {
      position.reach(try row.decode(EventID.self))
    }
    return position
  }

  /// Waits for a cut, because a commit in progress may have a moment that has passed.
  private func settle(_ moment: Instant) async throws {
    guard !settled.covers(moment) else { return }
    let generation = memory.generation
    let cut = try await cut().moment
    settled.reach(cut, since: generation)
    guard moment <= cut else { throw EventLogError.momentAhead }
  }
}

/// The latest moment of a cut by this process. No further event can be recorded up to this moment.
private final class SettledMoment: Sendable {
  private let moment: Remembered<Instant>

  init(_ memory: LogMemory) {
    moment = Remembered(Instant(milliseconds: .min), in: memory)
  }

  package func covers(_ other: Instant) -> Bool { moment.withLock { other <= $0 } }

  package func reach(_ cut: Instant, since generation: Int) {
    moment.remember(since: generation) { $0 = max($0, cut) }
  }
}
