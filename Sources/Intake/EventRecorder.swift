import EventStore
import Foundation
import Ledger

/// A writer of events at the present moment. It turns failures to store them into rejections.
struct EventRecorder: Sendable {
  let log: EventLog
  let now: @Sendable () -> Instant

  var clock: Date { now().date }

  /// Appends events. Returns after the commit.
  func append(
    _ events: [NewEvent], names: [AccountName] = []
  ) async throws -> Appended {
    try await Rejection.translatingFailure { try await log.append(events, names: names) }
  }
}
