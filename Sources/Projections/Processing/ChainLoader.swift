import EventProcessing
import EventStore
import Foundation
import Ledger
import Postgres

/// A loader of the chains that events touch, each with all of its events.
struct ChainLoader: Sendable {
  struct Loaded: Sendable {
    let histories: [ChainEvents]
    /// Earlier events that were readable when they were applied, and no longer are.
    let unreadable: [NewDeadLetter]
  }

  let lane: Int16
  let log: EventLog
  let folds: [any ChainFold]

  /// Groups the events of chains by their streams, some streams at a time. Leaves out events that
  /// concern no fold.
  func parts(of events: [RecordedEvent], size: Int) -> [[(stream: UUID, events: [RecordedEvent])]] {
    let chains = events.filter { event in
      event.event.ofChain != nil && folds.contains { $0.concerns(event.event) }
    }
    let streams = Dictionary(grouping: chains, by: \.event.stream.key)
      .sorted { $0.key.uuidString < $1.key.uuidString }.map { (stream: $0.key, events: $0.value) }
    return stride(from: 0, to: streams.count, by: size).map {
      Array(streams[$0..<min($0 + size, streams.count)])
    }
  }

  /// Reads the earlier events of streams and joins the new ones to them.
  ///
  /// - Parameter known: the positions of dead letters; an unreadable event among them is reported
  ///   already.
  func load(
    _ streams: [(stream: UUID, events: [RecordedEvent])], after position: Int64,
    known: [ConsumerName: Set<Int64>], on connection: isolated Connection
  ) async throws -> Loaded {
    let reader = LenientReader(log)
    let found = try await reader.events(
      ofStreams: streams.map(\.stream), lane: lane, upTo: position, on: connection)
    var before: [UUID: [RecordedEvent]] = [:]
    var unreadable: [NewDeadLetter] = []
    for (stream, item) in found {
      switch item {
      case .success(let event): before[stream, default: []].append(event)
      case .failure(let event):
        unreadable += folds.map(\.name.consumer)
          .filter { known[$0]?.contains(event.id.position) != true }
          .map { NewDeadLetter(event, of: $0) }
      }
    }
    return Loaded(
      histories: streams.map { stream, events in
        ChainEvents(stream: stream, before: before[stream] ?? [], new: events)
      }, unreadable: unreadable)
  }

  /// Reads streams up to a position. Leaves out what cannot be read.
  func load(
    _ streams: [UUID], upTo end: Int64, on connection: isolated Connection
  ) async throws -> [ChainEvents] {
    let found = try await LenientReader(log).events(
      ofStreams: streams, lane: lane, upTo: end, on: connection)
    var events: [UUID: [RecordedEvent]] = [:]
    for (stream, item) in found {
      if case .success(let event) = item { events[stream, default: []].append(event) }
    }
    return streams.map { ChainEvents(stream: $0, before: [], new: events[$0] ?? []) }
  }
}
