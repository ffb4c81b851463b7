import EventStore
import Foundation
import Ledger

/// The events of one chain in the order they were recorded, with the state that they join to.
struct ChainEvents: Sendable {
  let stream: UUID
  /// The events that were applied before.
  let before: [RecordedEvent]
  /// The events to apply now.
  let new: [RecordedEvent]
  /// The join of all events, made once for all folds; nil if none of them changes a chain's state.
  let state: ChainState?
  /// True if one of the events is a fact of the chain.
  let hasFacts: Bool

  var all: [RecordedEvent] { before + new }

  init(stream: UUID, before: [RecordedEvent], new: [RecordedEvent]) {
    self.stream = stream
    self.before = before
    self.new = new
    state = ChainState(before + new)
    hasFacts = (before + new).contains { $0.event.ofChain?.chainOfFact != nil }
  }

  private init(_ other: ChainEvents, before: [RecordedEvent], new: [RecordedEvent]) {
    stream = other.stream
    self.before = before
    self.new = new
    state = other.state
    hasFacts = other.hasFacts
  }

  /// Returns the history with an event of lane 0 as the only new one.
  func touched(by event: RecordedEvent) -> ChainEvents {
    ChainEvents(self, before: all, new: [event])
  }

  /// Returns the history from its beginning, all of it new.
  var rebuilt: ChainEvents { ChainEvents(self, before: [], new: all) }

  /// Returns the history without some positions of its lane.
  func leavingOut(_ positions: Set<Int64>) -> ChainEvents {
    guard all.contains(where: { positions.contains($0.id.position) }) else { return self }
    return ChainEvents(
      stream: stream, before: before.filter { !positions.contains($0.id.position) },
      new: new.filter { !positions.contains($0.id.position) })
  }

  /// Divides events, which come stream by stream, into histories of which nothing was applied.
  static func histories(of events: some Sequence<StreamedEvent>) -> [ChainEvents] {
    var streams: [(stream: UUID, events: [RecordedEvent])] = []
    for item in events {
      guard let event = item.event else { continue }
      if streams.last?.stream != item.place.stream { streams.append((item.place.stream, [])) }
      streams[streams.count - 1].events.append(event)
    }
    return streams.map { ChainEvents(stream: $0.stream, before: [], new: $0.events) }
  }
}

extension ChainState {
  /// Joins the facts of a chain and the decisions on its owner. Returns nil if there are none.
  init?(_ events: some Sequence<RecordedEvent>) {
    var state: ChainState?
    for event in events {
      guard case .joined(let chain) = ChainRowChange(event.event) else { continue }
      state = state ?? ChainState(chain)
      state?.join(event)
    }
    guard let state else { return nil }
    self = state
  }
}
