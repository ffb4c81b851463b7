import Ledger
import Postgres

/// An event that matches its digest, with its row.
struct AuditedEvent {
  let row: AuditedRow
  let event: LedgerEvent
  /// The position of the event that carries this event's evidence.
  let carrier: Int64?
}

/// The events of a lane in order, each checked against its digest and its key, read page by page.
struct EventPages {
  private let source: QuerySource
  private let reader: EventReader
  private let strings: StringTable
  private let laneCount: Int16
  private let head: LaneHead
  private var page: ArraySlice<AuditedEvent> = []
  /// The broken promise that follows the page's events.
  private var failure: BrokenPromise?
  private var last = Int64.min

  init(
    _ source: QuerySource, _ reader: EventReader, _ strings: StringTable, laneCount: Int16,
    head: LaneHead
  ) {
    self.source = source
    self.reader = reader
    self.strings = strings
    self.laneCount = laneCount
    self.head = head
  }

  /// Returns the next event; nil after the lane's head. Throws a broken promise when its turn
  /// comes.
  mutating func next(_ onProgress: (_ events: Int) -> Void) async throws -> AuditedEvent? {
    if page.isEmpty {
      if let failure { throw failure }
      try await read()
      onProgress(page.count)
    }
    if page.isEmpty, let failure { throw failure }
    return page.popFirst()
  }

  private mutating func read() async throws {
    let rows = try await source.query(
      .verifyEvents, [head.lane, last, head.position, LogVerifier.pageMax])
    let audited = try keepWhole(rows) { try $0.decode(AuditedRow.self) }
    let events = try await decode(audited)
    try await checkKeys(of: events)
    if let position = page.last?.row.id.position { last = position }
  }

  private mutating func decode(_ rows: [AuditedRow]) async throws -> [AuditedEvent] {
    let stored = rows.map(\.stored)
    let originals = try await reader.originals(
      of: stored.filter { ($0.reasserts?.position ?? .max) < $0.id.position })
    let stringIDs = (stored + originals.values).reduce(into: Set()) { $0.formUnion($1.stringIDs) }
    let texts = try await strings.texts(of: stringIDs)
    return try keepWhole(rows) { [laneCount] row in
      let original = row.stored.reasserts.flatMap { originals[$0] }
      let event = try row.event(texts, reasserting: original, laneCount: laneCount)
      return AuditedEvent(row: row, event: event, carrier: row.stored.evidence)
    }
  }

  /// Maps elements up to the first broken one and stores the broken promise.
  private mutating func keepWhole<Source, Target>(
    _ source: some Sequence<Source>, _ transform: (Source) throws -> Target
  ) throws -> [Target] {
    var whole: [Target] = []
    do {
      for item in source { whole.append(try transform(item)) }
    } catch let broken as BrokenPromise {
      failure = broken
    }
    return whole
  }

  /// Keeps the events before the first whose key is missing or belongs to another event.
  private mutating func checkKeys(of events: [AuditedEvent]) async throws {
    page = events[...]
    guard !events.isEmpty else { return }
    let keys = events.map { event in
      let keys = event.event.stored.keys(in: event.event.stream.key)
      return event.row.stored.reasserts == nil ? keys.content : keys.reassertion ?? keys.content
    }
    let astray = try await source.query(
      .verifyKeys,
      [
        head.lane, keys.map(\.moment), keys.map(\.key),
        events.map(\.row.id.position),
      ])
    guard let row = astray.first else { return }
    let (position, found) = try row.decode((Int64, Int64?).self)
    page = page.prefix { $0.row.id.position < position }
    failure = BrokenPromise(
      .event(EventID(lane: head.lane, position: position)),
      found.map { "its key points to position \($0)" } ?? "its key is missing")
  }
}
