import EventProcessing
import EventStore
import Foundation
import Ledger
import Postgres

/// A retry of the dead letters of one read model in a lane, stream by stream: all events of a stream
/// are folded again, in order.
struct ProjectionRetry: Sendable {
  let consumer: ProjectionConsumer
  let lane: ConsumerLane
  let name: ConsumerName

  /// Returns the number of dead letters that were applied and removed.
  func retry(_ deadLetters: [DeadLetter]) async throws -> Int {
    try await lane.holding { connection, checkpoint in
      let positions = deadLetters.map(\.id.position)
      let streams = try LenientReader(lane.log).streams(
        of: positions, lane: lane.lane, on: connection)
      var count = 0
      for (stream, letters) in Dictionary(grouping: positions, by: { streams[$0] }) {
        guard let stream else { continue }
        count += try await retry(letters, of: stream, at: checkpoint, on: connection)
      }
      return count
    }
  }

  private func retry(
    _ positions: [Int64], of stream: UUID, at checkpoint: Checkpoint,
    on connection: isolated Connection
  ) async throws -> Int {
    let store = DeadLetterStore(lane: lane.lane)
    let found = try await LenientReader(lane.log).events(
      ofStreams: [stream], lane: lane.lane, upTo: checkpoint.position, on: connection)
    var (events, failed): ([RecordedEvent], [NewDeadLetter]) = ([], [])
    for (_, item) in found {
      switch item {
      case .success(let event): events.append(event)
      case .failure(let event):
        if positions.contains(event.id.position) { failed.append(NewDeadLetter(event, of: name)) }
      }
    }
    let readable = positions.filter { position in
      events.contains { $0.id.position == position }
    }
    let others = try store.positions(of: [name], on: connection)[name] ?? []
    let shared = try await consumer.shared(upTo: checkpoint)
    let history = ChainEvents(stream: stream, before: [], new: events)
    let (applied, rejected) = try apply(
      readable, to: history, besides: others, shared, on: connection)
    try store.explain(failed + rejected, on: connection)
    try store.remove(applied, of: name, on: connection)
    return applied.count
  }

  /// Applies all at once, or one by one if some cannot be applied.
  private func apply(
    _ positions: [Int64], to history: ChainEvents, besides others: Set<Int64>,
    _ shared: [RecordedEvent], on connection: isolated Connection
  ) throws -> (applied: [Int64], rejected: [NewDeadLetter]) {
    guard !positions.isEmpty else { return ([], []) }
    var left = others.subtracting(positions)
    do {
      try IsolatedWrite.attempt(on: connection) { connection in
        try write(history.leavingOut(left), shared, on: connection)
      }
      return (positions, [])
    } catch  where NewDeadLetter.isTheEvents(error) {
      left = others
    }
    var (applied, rejected): ([Int64], [NewDeadLetter]) = ([], [])
    for position in positions {
      do {
        try IsolatedWrite.attempt(on: connection) { connection in
          try write(history.leavingOut(left.subtracting([position])), shared, on: connection)
        }
        left.remove(position)
        applied.append(position)
      } catch  where NewDeadLetter.isTheEvents(error) {
        let id = EventID(lane: lane.lane, position: position)
        rejected += [NewDeadLetter(id, of: name, writing: error)].compactMap(\.self)
      }
    }
    return (applied, rejected)
  }

  private func write(
    _ history: ChainEvents, _ shared: [RecordedEvent], on connection: isolated Connection
  ) throws {
    let accounts = consumer.accounts
    let own = history.all.filter { accounts?.concerns($0.event) == true }
    if name == ProjectionName.chains.consumer, !own.isEmpty {
      try accounts?.rewrite(history.stream, in: lane.lane, by: own, on: connection)
    }
    let writer = FoldWriter(lane: lane.lane, shared: shared)
    for fold in consumer.folds where fold.name.consumer == name && own.isEmpty {
      try writer.rewrite([history], by: fold, on: connection)
    }
  }
}
