import EventStore
import Ledger

/// An event that is written after later ones, with those later events that have to be written
/// again.
///
/// Facts and owners join in any order. The claims and erasures of an account keep their order,
/// because an erasure forgets the claims before it.
struct OutOfOrderEvent: Sendable {
  let event: RecordedEvent
  private let successors: [RecordedEvent]

  init(_ event: RecordedEvent) {
    self.event = event
    successors = []
  }

  /// Reads the later events of the stream if their order matters. Throws `StoredEventError` if one
  /// of them cannot be read.
  init(_ event: RecordedEvent, in log: EventLog) async throws {
    self.event = event
    successors =
      event.isOrdered
      ? try await log.events(of: event.event.stream, after: event.id.position) : []
  }

  var all: [RecordedEvent] { [event] + successors }

  /// True if the order of the later events matters. If the lane was read further meanwhile, there
  /// may be more of them.
  var isOrdered: Bool { event.isOrdered }
}

extension RecordedEvent {
  fileprivate var isOrdered: Bool {
    ChainRowChange(event)?.isOrdered ?? false
  }
}
