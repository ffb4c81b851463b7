import EventStore
package import HTTP
import Ledger

/// An event as a list shows it, in the words of `daicho events show`.
package enum ListedEvent: Encodable, Sendable {
  case read(HistoryItem)
  case unreadable(UnreadableEventExplanation)

  init(_ item: LenientReader.Item, in log: EventLog) async throws {
    switch item {
    case .success(let event): self = .read(HistoryItem(event))
    case .failure(let event):
      let columns = try await RawEvent.read(event.id, in: log)?.columns ?? [:]
      self = .unreadable(
        UnreadableEventExplanation(
          event: event.id.description, reason: event.reason.description, columns: columns))
    }
  }

  /// The event in one line, and a line for each of its data.
  package var lines: [String] {
    switch self {
    case .read(let item): Timeline.lines(item)
    case .unreadable(let event): event.lines
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .read(let item): try item.encode(to: encoder)
    case .unreadable(let event): try event.encode(to: encoder)
    }
  }
}

extension LenientReader.Item {
  /// Returns true if a list with this filter shows the event. An event that cannot be read is never left out.
  func isAdmitted(by filter: EventFilter) -> Bool {
    switch self {
    case .success(let event): filter.admits(event.event)
    case .failure: true
    }
  }
}
