import EventStore
import Ledger
import Postgres

/// An asynchronous consumer in one lane, whose work is claimed and not locked.
struct AsynchronousLane {
  let lane: ConsumerLane
  let consumer: any AsynchronousConsumer

  /// Claims the lane, works without any lock, and moves the checkpoint, unless the log has lost commits meanwhile: the
  /// claim may then be one of an earlier round, with an earlier checkpoint.
  func advance() async throws -> ConsumerLane.Step {
    let generation = lane.last.generation
    let stored = try await lane.readCheckpoint()
    guard try await lane.feed.next(after: stored, readingShared: consumer.readsShared) != nil else {
      return .atEnd
    }
    let claim = CheckpointClaim(consumer: consumer.name, lane: lane.lane, owner: lane.process)
    guard let claimed = try await claim.begin(in: lane.pool) else { return .elsewhere }
    do {
      let (reached, count, new) = try await work(after: claimed)
      let isOurs = try await lane.pool.withTransaction(ConsumerLane.options) { connection in
        guard generation == lane.last.generation else { return false }
        try DeadLetterStore.add(new, on: connection)
        return try claim.end(at: reached, on: connection)
      }
      lane.report(new)
      guard isOurs else { return .elsewhere }
      if reached.shared > claimed.shared { return .passedShared }
      return count > 0 ? .moved(count) : .atEnd
    } catch {
      // The error of the work matters, not that of giving back; the claim ends by itself.
      _ = try? await lane.pool.withTransaction { connection in
        guard generation == lane.last.generation else { return false }
        return try claim.end(at: claimed, on: connection)
      }
      if case EventLogError.paused = error { return .elsewhere }
      throw error
    }
  }

  private func work(
    after claimed: Checkpoint
  ) async throws -> (reached: Checkpoint, count: Int, deadLetters: [NewDeadLetter]) {
    var reached = claimed
    switch try await lane.feed.next(after: claimed, readingShared: consumer.readsShared) {
    case .page(let page):
      let new = try await consumer.handle(page, in: lane)
      reached.position = page.end
      return (reached, page.count, lane.unreadable(page) + new)
    case .shared(let event):
      let new = try await consumer.handle(shared: event, upTo: claimed.position, in: lane)
      reached.shared = event.id.position
      return (reached, 1, new)
    case .records(let end):
      reached.shared = end
      return (reached, 1, [])
    case nil: return (reached, 0, [])
    }
  }
}
