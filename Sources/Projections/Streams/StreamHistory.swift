import EventStore
import Foundation
import Ledger

/// The events of one chain in the order they were recorded.
struct StreamHistory: Sendable {
  let stream: UUID
  /// The events that were applied before.
  let before: [RecordedEvent]
  /// The events to apply now.
  let new: [RecordedEvent]

  var all: [RecordedEvent] { before + new }

  /// Divides events, which come stream by stream, into histories at a position. A stream without
  /// any requested event is left out.
  static func histories(
    of events: some Sequence<StreamedEvent>, after position: Int64
  ) -> [StreamHistory] {
    var streams: [(stream: UUID, events: [RecordedEvent])] = []
    for item in events {
      guard let event = item.event else { continue }
      if streams.last?.stream != item.place.stream { streams.append((item.place.stream, [])) }
      streams[streams.count - 1].events.append(event)
    }
    return streams.map { stream, events in
      let count = events.prefix { $0.id.position <= position }.count
      return StreamHistory(
        stream: stream, before: Array(events.prefix(count)), new: Array(events.dropFirst(count)))
    }
  }
}

extension ChainState {
  /// Joins the events of a chain. Returns nil if none of them is a fact of the chain.
  init?(_ events: some Sequence<RecordedEvent>) {
    var state: ChainState?
    for event in events {
      guard let chain = event.event.ofChain?.chainOfFact else { continue }
      state = state ?? ChainState(chain)
      state?.join(event)
    }
    guard let state else { return nil }
    self = state
  }
}
