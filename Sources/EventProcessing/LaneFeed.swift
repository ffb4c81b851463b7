import EventStore
import Ledger
import Synchronization

/// The newest events of one lane, read and decoded once for all consumers of a process.
///
/// The first consumer that needs further events reads them, and the others find them here. A
/// consumer that is far behind reads for itself. Few pages are kept.
final class LaneFeed: Sendable {
  /// The largest number of events in a page.
  static let pageMax = 1_000

  /// The next work of a consumer in a lane.
  enum Work: Sendable {
    case page(LanePage)
    case shared(RecordedEvent)
    /// Events of lane 0 up to a position, none of which a rule reads.
    case records(upTo: Int64)
  }

  private let lane: Int16
  private let reader: LenientReader
  private let stretch: Remembered<LaneStretch>
  private let signals = Mutex(1)
  private let reading = AsyncSemaphore(places: 1)

  init(_ lane: Int16, of log: EventLog) {
    self.lane = lane
    reader = LenientReader(log)
    stretch = Remembered(LaneStretch(), in: log.memory)
  }

  /// Notes that the lane may have new events.
  func signal() {
    signals.withLock { $0 += 1 }
  }

  /// Returns the next work after a checkpoint; nil if nothing is left for now. Throws for an event of
  /// lane 0 that cannot be read: nothing after it may be processed without it.
  func next(
    after checkpoint: Checkpoint, readingShared: Bool, limit: Int = pageMax,
    sharedMax: Int64 = .max
  ) async throws -> Work? {
    let query = LaneStretch.Query(
      checkpoint: checkpoint, readsShared: readingShared, limit: limit, sharedMax: sharedMax)
    if case .known(let work) = try find(query) { return work }
    return try await reading.pass {
      while true {
        if case .known(let work) = try find(query) { return work }
        let generation = stretch.generation
        let (edge, position) = (stretch.withLock(\.edge), checkpoint.position)
        guard edge.start.map({ position >= $0 }) ?? true else {
          return try await readAlone(query)
        }
        try await extend(
          edge, from: edge.start == nil ? position : max(edge.end, position), since: generation)
      }
    }
  }

  /// Answers from the stretch within its lock: a copy of it would be copied whole by the next extension.
  private func find(_ query: LaneStretch.Query) throws -> LaneStretch.Answer {
    let signaled = signals.withLock { $0 }
    return try stretch.withLock { try $0.find(query, signaled: signaled) }
  }

  /// Reads on after the stretch, or begins another one at a position beyond it.
  ///
  /// - Parameter generation: the generation of the memory before the edge was looked at.
  private func extend(
    _ edge: LaneStretch.Edge, from position: Int64, since generation: Int
  ) async throws {
    let signaled = signals.withLock { $0 }
    let snapshot = try await reader.snapshot(
      of: lane, after: position, limit: Self.pageMax, sharedAfter: edge.sharedEnd)
    stretch.remember(since: generation) {
      $0.extend(by: snapshot, after: position, signaled: signaled)
    }
  }

  /// Reads a page that only this consumer still needs.
  private func readAlone(_ query: LaneStretch.Query) async throws -> Work? {
    var own = LaneStretch(
      after: query.checkpoint.position, sharing: stretch.withLock { $0 })
    while true {
      let edge = own.edge
      let snapshot = try await reader.snapshot(
        of: lane, after: edge.end, limit: query.limit, sharedAfter: edge.sharedEnd)
      own.extend(by: snapshot, after: edge.end, signaled: 0)
      if case .known(let work) = try own.answer(query) { return work }
    }
  }
}
