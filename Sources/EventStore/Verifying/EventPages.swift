import Ledger
import Postgres

/// A row that matches its digest, with its events.
struct AuditedEvents {
  let row: AuditedRow
  let events: [LedgerEvent]
  /// The position of the event that carries the evidence of the row.
  let carrier: Int64?
}

/// The rows of a lane in order, each checked against its digest and its keys, read page by page.
struct EventPages {
  private let source: QuerySource
  private let reader: EventReader
  private let strings: StringTable
  private let laneCount: Int16
  private let head: LaneHead
  private var page: ArraySlice<AuditedEvents> = []
  /// The broken promise that follows the page's rows.
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

  /// Returns the next row; nil after the lane's head. Throws a broken promise when its turn comes.
  mutating func next(_ onProgress: (_ events: Int) -> Void) async throws -> AuditedEvents? {
    if page.isEmpty {
      if let failure { throw failure }
      try await read()
      onProgress(page.reduce(0) { $0 + $1.events.count })
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

  private mutating func decode(_ rows: [AuditedRow]) async throws -> [AuditedEvents] {
    let stored = rows.map(\.stored)
    let originals = try await reader.originals(
      of: stored.filter { ($0.reasserts?.position ?? .max) < $0.id.position })
    let stringIDs = (stored + originals.values).reduce(into: Set()) { $1.addStringIDs(to: &$0) }
    let texts = try await strings.texts(of: stringIDs)
    return try keepWhole(rows) { [laneCount] row in
      let original = row.stored.reasserts.flatMap { originals[$0] }
      let events = try row.events(texts, reasserting: original, laneCount: laneCount)
      return AuditedEvents(row: row, events: events, carrier: row.stored.evidence)
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

  /// Keeps the rows before the first with a key that is missing or belongs to another event.
  private mutating func checkKeys(of rows: [AuditedEvents]) async throws {
    page = rows[...]
    guard !rows.isEmpty else { return }
    let keys = rows.flatMap(\.keys)
    let astray = try await source.query(
      .verifyKeys,
      [
        head.lane, keys.map(\.moment), keys.map(\.key),
        rows.flatMap { $0.row.ids.map(\.position) },
      ])
    guard let row = astray.first else { return }
    let (position, found) = try row.decode((Int64, Int64?).self)
    page = page.prefix { $0.row.id.position < position }
    failure = BrokenPromise(
      .event(EventID(lane: head.lane, position: position)),
      found.map { "its key points to position \($0)" } ?? "its key is missing")
  }
}

extension AuditedEvents {
  /// The keys under which the events are stored, in order.
  fileprivate var keys: [EventKey] {
    events.map { event in
      let keys = event.stored.keys(in: event.stream.key)
      if row.stored.reasserts != nil { return keys.reassertion ?? keys.content }
      return row.stored.schemaVersion == 1 ? keys.former ?? keys.content : keys.content
    }
  }
}
