import EventStore
import Ledger
import Synchronization

/// What every rule reads, as it stands now: folded once, and continued by what came since.
///
/// Every question looks into the log after the last event known, so that no answer is older than
/// the question. Lane 0 only grows, and without gaps.
final class StandingCommons: Sendable {
  private static let pageMax = 1_000

  private struct Known {
    var commons = Commons()
    var position: Int64 = 0
  }

  private let log: EventLog
  private let known = Mutex(Known())

  init(_ log: EventLog) {
    self.log = log
  }

  func commons() async throws -> Commons {
    var now = known.withLock(\.self)
    while true {
      let page = try await log.events(of: .commons, after: now.position, limit: Self.pageMax)
      for event in page { now.commons.take(event.event) }
      guard let last = page.last else { return now.commons }
      now.position = last.id.position
      remember(now)
      guard page.count == Self.pageMax else { return now.commons }
    }
  }

  /// Of two that read at once the one that came further is remembered.
  private func remember(_ read: Known) {
    known.withLock { known in
      if read.position > known.position { known = read }
    }
  }
}
