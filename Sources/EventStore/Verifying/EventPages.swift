import Foundation
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
  /// The number of grants that the lane made first.
  private(set) var grantCount: Int64 = 0
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
    try await checkGrants()
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

/// The keys of grants.
extension EventPages {
  /// Keeps the rows before the first that makes a grant without its key, or a grant of another chain. A
  /// chain may decide on its grant again, after it was said to be delivered elsewhere.
  private mutating func checkGrants() async throws {
    let made = page.flatMap(\.grants)
    guard !made.isEmpty else { return }
    let query = GrantKeys.query(of: Set(made.map(\.grant)), among: laneCount)
    let places = try GrantKeys.places(in: try await source.query(query.statement, query.parameters))
    for (grant, stream, id) in made {
      guard let place = places[grant] else {
        return fail(at: id, "the key of its grant is missing")
      }
      guard place.stream == stream else {
        return fail(at: id, "its grant was made in another chain, by event \(place.event)")
      }
      guard place.event.lane == id.lane, place.event.position <= id.position else {
        return fail(at: id, "the key of its grant names event \(place.event)")
      }
      if place.event == id { grantCount += 1 }
    }
  }

  private mutating func fail(at id: EventID, _ finding: String) {
    page = page.prefix { $0.row.id.position < id.position }
    failure = BrokenPromise(.event(id), finding)
  }
}

extension AuditedEvents {
  /// The grants that the events make, each with its stream and its event.
  fileprivate var grants: [(grant: GrantID, stream: UUID, id: EventID)] {
    zip(row.ids, events).compactMap { id, event in
      guard row.stored.reasserts == nil, case .chain(.grantMade(let made)) = event else {
        return nil
      }
      return (made.id, made.stream.key, id)
    }
  }

  /// The keys under which the events are stored, in order.
  fileprivate var keys: [EventKey] {
    events.map { event in
      let keys = event.stored.keys(in: event.stream.key)
      if row.stored.reasserts != nil { return keys.reassertion ?? keys.content }
      return row.stored.schemaVersion == 1 ? keys.former ?? keys.content : keys.content
    }
  }
}
