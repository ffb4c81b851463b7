package import Ledger
import Postgres
import Synchronization

extension EventLog {
  /// How far the log had come at a moment: what is recorded later never counts as known then.
  ///
  /// Throws `momentAhead` for a moment that has not passed.
  package func position(knownAt moment: Instant) async throws -> Position {
    try await settle(moment)
    let rows = try await rows(
      EventStatements.lanePositionsAt,
      [[0] + lanes, Timestamp(moment)])
    var position = Position()
    for row in rows {
      position.reach(EventID(lane: try row.get(0), position: try row.get(1)))
    }
    return position
  }

  /// A commit under way may bear a moment that has passed: a cut waits for it.
  private func settle(_ moment: Instant) async throws {
    guard !settled.covers(moment) else { return }
    let cut = try await cut().moment
    settled.reach(cut)
    guard moment <= cut else { throw EventLogError.momentAhead }
  }
}

/// The latest moment of a cut that this process took: up to there nothing more can be recorded.
final class Settled: Sendable {
  private let moment = Mutex(Instant(milliseconds: .min))

  func covers(_ other: Instant) -> Bool { moment.withLock { other <= $0 } }

  func reach(_ cut: Instant) { moment.withLock { $0 = max($0, cut) } }
}
