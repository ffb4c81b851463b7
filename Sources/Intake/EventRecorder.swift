import EventStore
import Foundation
import Ledger

/// A writer of events at the present moment. It turns failures to store them into rejections.
struct EventRecorder: Sendable {
  let log: EventLog
  let now: @Sendable () -> Instant

  var clock: Date { now().date }

  /// Appends events of the shared lane. Returns after the commit.
  func append(_ events: [SharedEvent]) async throws -> Appended {
    try await append(events.map { NewEvent(.shared($0)) })
  }

  /// Appends an event of the shared lane, with the record of the act that made it. Returns after the commit.
  func append(
    _ event: SharedEvent, as act: Act, on object: String?, signed signature: ActSignature?
  ) async throws -> Appended {
    let act = signature.map {
      SharedEvent.actRecorded(ActRecorded(act, on: object, signed: $0, at: now()))
    }
    return try await append([event] + [act].compactMap(\.self))
  }

  /// Appends events. Returns after the commit.
  func append(
    _ events: [NewEvent], names: [AccountName] = []
  ) async throws -> Appended {
    try await Rejection.translatingFailure { try await log.append(events, names: names) }
  }
}
