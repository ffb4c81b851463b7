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
  private static let keptMax = 4 * pageMax

  /// The next work of a consumer in a lane.
  enum Work: Sendable {
    case page(LanePage)
    case shared(RecordedEvent)
  }

  /// A stretch of a lane without gaps, and lane 0 as of the last read.
  private struct Stretch: Sendable {
    /// The position before the first item.
    var start: Int64 = 0
    var items: [LenientReader.Item] = []
    /// All events of lane 0 as of the last read of this lane.
    var shared: [LenientReader.Item] = []
    /// True if the last read found the end of the lane.
    var reachesEnd = false
    /// The number of signals before the last read.
    var signals = 0

    var end: Int64 { items.last?.id.position ?? start }
    var sharedEnd: Int64 { shared.last?.id.position ?? 0 }

    /// Returns the next event of lane 0 after a position.
    func shared(after position: Int64) throws -> RecordedEvent? {
      try shared.first { $0.id.position > position }?.get()
    }
  }

  private struct Query {
    let checkpoint: Checkpoint
    let readsShared: Bool
    let limit: Int
  }

  private enum Answer {
    case known(Work?)
    /// The stretch must be read further first.
    case unknown
  }

  private let lane: Int16
  private let reader: LenientReader
  private let stretch: Remembered<Stretch>
  private let signals = Mutex(1)
  private let reading = AsyncSemaphore(places: 1)

  init(_ lane: Int16, of log: EventLog) {
    self.lane = lane
    reader = LenientReader(log)
    stretch = Remembered(Stretch(), in: log.memory)
  }

  /// Notes that the lane may have new events.
  func signal() {
    signals.withLock { $0 += 1 }
  }

  /// Returns the next work after a checkpoint; nil if nothing is left for now. Throws for an event of
  /// lane 0 that cannot be read: nothing after it may be processed without it.
  func next(
    after checkpoint: Checkpoint, readingShared: Bool, limit: Int = pageMax
  ) async throws -> Work? {
    let query = Query(checkpoint: checkpoint, readsShared: readingShared, limit: limit)
    if case .known(let work) = try find(query) { return work }
    return try await reading.pass {
      while true {
        if case .known(let work) = try find(query) { return work }
        let known = stretch.withLock { $0 }
        guard known.items.isEmpty || checkpoint.position >= known.start else {
          return try await readAlone(query, known)
        }
        let position = checkpoint.position
        try await extend(known, from: known.items.isEmpty ? position : max(known.end, position))
      }
    }
  }

  /// Reads on after the stretch, or begins another one at a position beyond it.
  private func extend(_ known: Stretch, from position: Int64) async throws {
    let generation = stretch.generation
    let signaled = signals.withLock { $0 }
    let snapshot = try await reader.snapshot(
      of: lane, after: position, limit: Self.pageMax, sharedAfter: known.sharedEnd)
    stretch.remember(since: generation) { stretch in
      if stretch.end != position { stretch.items = [] }
      if stretch.items.isEmpty { stretch.start = position }
      stretch.items += snapshot.items
      stretch.shared += snapshot.shared
      stretch.reachesEnd = snapshot.reachesEnd
      stretch.signals = snapshot.reachesEnd ? signaled : 0
      let surplus = stretch.items.count - Self.keptMax
      if surplus > 0 {
        stretch.start = stretch.items[surplus - 1].id.position
        stretch.items.removeFirst(surplus)
      }
    }
  }

  /// Reads a page that only this consumer still needs.
  private func readAlone(_ query: Query, _ known: Stretch) async throws -> Work? {
    let position = query.checkpoint.position
    let snapshot = try await reader.snapshot(
      of: lane, after: position, limit: query.limit, sharedAfter: known.sharedEnd)
    let own = Stretch(
      start: position, items: snapshot.items, shared: known.shared + snapshot.shared,
      reachesEnd: true)
    guard case .known(let work) = try answer(query, from: own) else { return nil }
    return work
  }

  private func find(_ query: Query) throws -> Answer {
    let (known, position) = (stretch.withLock { $0 }, query.checkpoint.position)
    guard position >= known.start, position <= known.end,
      position < known.end || known.signals == signals.withLock({ $0 })
    else { return .unknown }
    return try answer(query, from: known)
  }

  /// Answers from a stretch, unless it must be read further first.
  private func answer(_ query: Query, from stretch: Stretch) throws -> Answer {
    let first = stretch.items.firstIndex { $0.id.position > query.checkpoint.position }
    let items = stretch.items[(first ?? stretch.items.endIndex)...].prefix(query.limit)
    let common = query.readsShared ? try stretch.shared(after: query.checkpoint.shared) : nil
    let earlier = common.map { common in items.prefix { $0.isRecorded(before: common) } } ?? items
    if let page = page(of: earlier) { return .known(.page(page)) }
    guard !items.isEmpty || stretch.reachesEnd else { return .unknown }
    return .known(common.map { .shared($0) })
  }

  private func page(of items: ArraySlice<LenientReader.Item>) -> LanePage? {
    guard let end = items.last?.id.position else { return nil }
    var events: [RecordedEvent] = []
    var unreadable: [UnreadableEvent] = []
    for item in items {
      switch item {
      case .success(let event): events.append(event)
      case .failure(let event): unreadable.append(event)
      }
    }
    return LanePage(lane: lane, events: events, unreadable: unreadable, end: end)
  }
}

extension LenientReader.Item {
  /// Returns true if the event was recorded before `common`. An unreadable event blocks nothing, so
  /// it counts as earlier.
  fileprivate func isRecorded(before common: RecordedEvent) -> Bool {
    switch self {
    case .success(let event): event.recordedAt < common.recordedAt
    case .failure: true
    }
  }
}
