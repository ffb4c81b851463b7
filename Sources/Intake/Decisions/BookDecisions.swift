package import EventStore
package import Ledger

/// The events that seal what finance keeps: closes of periods and Apple's files.
package struct BookDecisions: Sendable {
  private let log: EventLog

  package init(_ log: EventLog) {
    self.log = log
  }

  /// Records that a period is closed. Returns the event's id after the commit.
  package func record(_ close: PeriodClosed) async throws -> EventID {
    try await log.append([NewEvent(.shared(.periodClosed(close)))]).outcomes[0].id
  }

  /// Records that a file is kept. Returns the event's id after the commit.
  package func record(_ file: AppleFileKept) async throws -> EventID {
    try await log.append([NewEvent(.shared(.appleFileKept(file)))]).outcomes[0].id
  }
}
