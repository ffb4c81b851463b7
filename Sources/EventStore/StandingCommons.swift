package import Ledger
package import Postgres
import Synchronization

/// What every rule reads, as it stands now: folded once, and continued by what came since.
///
/// Every question looks into the log after the last event known, so that no answer is older than
/// the question. Lane 0 only grows, and without gaps.
package final class StandingCommons: Sendable {
  private struct Known {
    var commons = Commons()
    var position: Int64 = 0
  }

  private let log: EventLog
  private let known = Mutex(Known())

  package init(_ log: EventLog) {
    self.log = log
  }

  package func commons() async throws -> Commons {
    try await commons(
      after: try await log.lookups.withConnection { connection in
        try await connection.query([Self.look])[0]
      })
  }

  /// Asks how far lane 0 has come, together with other questions; the answer is for `commons(after:)`.
  package static var look: Call { Call(EventStatements.lanePositions, [Int16(0)]) }

  /// What stood when it was looked, at least.
  package func commons(after look: Rows) async throws -> Commons {
    var now = known.withLock(\.self)
    guard let head: Int64 = try look.first?.get(1), head > now.position else { return now.commons }
    let news = try await log.events(of: .commons, after: now.position)
    for event in news { now.commons.take(event.event) }
    now.position = news.last?.id.position ?? now.position
    remember(now)
    return now.commons
  }

  /// Of two that read at once the one that came further is remembered.
  private func remember(_ read: Known) {
    known.withLock { known in
      if read.position > known.position { known = read }
    }
  }
}
