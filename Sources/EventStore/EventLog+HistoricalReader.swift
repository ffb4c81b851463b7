package import Ledger
import Postgres

extension EventLog {
  /// Returns the position of the log at a moment. Events recorded later never count as known then.
  ///
  /// Throws `momentAhead` for a moment that has not passed.
  package func position(knownAt moment: Instant) async throws -> Position {
    try await settle(moment)
    let rows = try await rows(
      .lanePositionsAt,
      [[0] + lanes, moment])
    var position = Position()
    for row in rows {
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
final class SettledMoment: Sendable {
  private let moment: Remembered<Instant>

  init(_ memory: LogMemory) {
    moment = Remembered(Instant(milliseconds: .min), in: memory)
  }

  func covers(_ other: Instant) -> Bool { moment.withLock { other <= $0 } }

  func reach(_ cut: Instant, since generation: Int) {
    moment.remember(since: generation) { $0 = max($0, cut) }
  }
}
