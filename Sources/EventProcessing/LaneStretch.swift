import EventStore
import Ledger

/// A stretch of a lane without gaps, and lane 0 as of the last read.
struct LaneStretch: Sendable {
  typealias Item = LenientReader.Item

  /// The largest number of kept items. The older half is dropped beyond it, so that dropping costs little
  /// for each item.
  private static let keptMax = 4 * LaneFeed.pageMax

  enum Answer: Sendable {
    case known(LaneFeed.Work?)
    /// The stretch must be read further first.
    case unknown
  }

  /// The work that a consumer asks for.
  struct Query: Sendable {
    let checkpoint: Checkpoint
    let readsShared: Bool
    let limit: Int
    /// The last position of lane 0 up to which records are passed.
    let sharedMax: Int64
  }

  /// The place at which a stretch is read on.
  struct Edge: Sendable {
    /// The position before the first item; nil without items.
    let start: Int64?
    let end: Int64
    let sharedEnd: Int64
  }

  /// The position before the first item.
  private var start: Int64 = 0
  private var items: [Item] = []
  /// All events of lane 0 as of the last read of this lane.
  private var shared: [Item] = []
  /// True if the last read found the end of the lane.
  private var reachesEnd = false
  /// True if the last read found the end of lane 0, so that `shared` has every event that precedes an item.
  private var hasAllShared = false
  /// The number of signals before the last read.
  private var signals = 0

  init() {}

  /// Creates an empty stretch that one consumer reads for itself.
  ///
  /// - Parameter other: the stretch that has the earlier events of lane 0.
  init(after position: Int64, sharing other: LaneStretch) {
    start = position
    shared = other.shared
  }

  var edge: Edge {
    Edge(start: items.isEmpty ? nil : start, end: end, sharedEnd: shared.last?.id.position ?? 0)
  }

  private var end: Int64 { items.last?.id.position ?? start }

  /// Reads on by what was read after a position, or begins anew there if that is not the end.
  ///
  /// - Parameter signaled: the number of signals before the read.
  mutating func extend(
    by snapshot: LenientReader.Snapshot, after position: Int64, signaled: Int
  ) {
    if end != position { items = [] }
    if items.isEmpty { start = position }
    items += snapshot.items
    shared += snapshot.shared
    reachesEnd = snapshot.reachesEnd
    hasAllShared = snapshot.hasAllShared
    signals = snapshot.reachesEnd ? signaled : 0
    guard items.count > Self.keptMax else { return }
    let surplus = items.count - Self.keptMax / 2
    start = items[surplus - 1].id.position
    items.removeFirst(surplus)
  }

  /// Answers a query, if the stretch has its place and is as new as so many signals.
  func find(_ query: Query, signaled: Int) throws -> Answer {
    let position = query.checkpoint.position
    guard position >= start, position <= end, position < end || signals == signaled else {
      return .unknown
    }
    return try answer(query)
  }

  /// Answers a query, unless the stretch must be read further first. Throws for an event of lane 0 that
  /// cannot be read.
  func answer(_ query: Query) throws -> Answer {
    let waiting = query.readsShared ? shared[after: query.checkpoint.shared] : []
    let records = waiting.prefix { $0.isRecordOnly && $0.id.position <= query.sharedMax }
    if let last = records.last { return .known(.records(upTo: last.id.position)) }
    let common = try waiting.first { !$0.isRecordOnly }?.get()
    let next = items[after: query.checkpoint.position].prefix(query.limit)
    guard common != nil || hasAllShared || !query.readsShared else { return .unknown }
    let earlier = common.map { common in next.prefix { $0.isRecorded(before: common) } } ?? next
    if let page = page(of: earlier) { return .known(.page(page)) }
    guard !next.isEmpty || reachesEnd else { return .unknown }
    return .known(common.map { .shared($0) })
  }

  private func page(of items: ArraySlice<Item>) -> LanePage? {
    guard let first = items.first, let end = items.last?.id.position else { return nil }
    var events: [RecordedEvent] = []
    events.reserveCapacity(items.count)
    var unreadable: [UnreadableEvent] = []
    for item in items {
      switch item {
      case .success(let event): events.append(event)
      case .failure(let event): unreadable.append(event)
      }
    }
    return LanePage(lane: first.id.lane, events: events, unreadable: unreadable, end: end)
  }
}

extension [LenientReader.Item] {
  /// The items after a position.
  fileprivate subscript(after position: Int64) -> ArraySlice<Element> {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle].id.position > position { high = middle } else { low = middle + 1 }
    }
    return self[low...]
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

  fileprivate var isRecordOnly: Bool {
    if case .success(let event) = self { event.isRecordOnly } else { false }
  }
}
