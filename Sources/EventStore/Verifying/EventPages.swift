import Foundation
import Ledger
import Postgres

/// A row of a lane with what an audit found in it.
struct AuditedEvents {
  let ids: [EventID]
  /// Nil if the row cannot be read.
  let row: AuditedRow?
  /// Nil if the row cannot be read.
  var content: AuditedRow.Content?
  var findings: [BrokenPromise] = []

  /// The position of the event that carries the evidence of the row.
  var carrier: Int64? { row?.stored.evidence }

  func broken(_ finding: String) -> BrokenPromise { BrokenPromise(.event(ids[0]), finding) }
}

/// The rows of a lane in order, each compared with its digest and its keys, read page by page.
struct EventPages {
  private let source: QuerySource
  private let reader: EventReader
  private let strings: StringTable
  private let installation: Installation
  private let head: LaneHead
  private var page: ArraySlice<AuditedEvents> = []
  /// The number of grants that the lane made first.
  private(set) var grantCount: Int64 = 0
  /// The interned strings of the rows that were read.
  private(set) var stringUses = StringUses()
  private var last = Int64.min

  init(
    _ source: QuerySource, _ reader: EventReader, _ strings: StringTable,
    of installation: Installation, head: LaneHead
  ) {
    self.source = source
    self.reader = reader
    self.strings = strings
    self.installation = installation
    self.head = head
  }

  /// Returns the next row; nil after the lane's head.
  mutating func next(_ onProgress: (_ events: Int) -> Void) async throws -> AuditedEvents? {
    if page.isEmpty {
      page = try await read()[...]
      onProgress(page.reduce(0) { $0 + $1.ids.count })
    }
    return page.popFirst()
  }

  private mutating func read() async throws -> [AuditedEvents] {
    let rows = try await source.query(
      .verifyEvents, [head.lane, last, head.position, LogVerifier.pageMax])
    var audited = try rows.map(Self.audited)
    guard let end = audited.last?.ids.last else { return [] }
    last = end.position
    let originals = try await decode(&audited)
    let astray = try await checkKeys(of: &audited)
    nameColumns(in: &audited, originals, astray)
    try await checkGrants(in: &audited)
    return audited
  }

  private static func audited(_ row: Row) throws -> AuditedEvents {
    let ids = try RowPlace(of: row).ids
    do {
      return AuditedEvents(ids: ids, row: try row.decode(AuditedRow.self))
    } catch let broken as BrokenPromise {
      return AuditedEvents(ids: ids, row: nil, findings: [broken])
    }
  }

  /// Decodes the rows, and returns the events that they reassert.
  private func decode(
    _ audited: inout [AuditedEvents]
  ) async throws -> [EventID: StoredRow] {
    let stored = audited.compactMap(\.row?.stored)
    let originals = try await readableOriginals(of: stored)
    let stringIDs = (stored + originals.values).reduce(into: Set()) { $1.addStringIDs(to: &$0) }
    let texts = try await strings.texts(of: stringIDs)
    for index in audited.indices {
      guard let row = audited[index].row else { continue }
      do {
        let content = try row.content(
          texts, reasserting: row.stored.reasserts.flatMap { originals[$0] },
          laneCount: installation.laneCount)
        audited[index].content = content
        audited[index].findings += content.findings
      } catch {
        audited[index].findings.append(error)
      }
    }
    return originals
  }

  /// Returns the rows that these reassert. One that cannot be read is found in its own place.
  private func readableOriginals(of stored: [StoredRow]) async throws -> [EventID: StoredRow] {
    do {
      return try await reader.originals(
        of: stored.filter { ($0.reasserts?.position ?? .max) < $0.id.position })
    } catch {
      guard StoredEventError(reading: error) != nil else { throw error }
      return [:]
    }
  }

  /// Adds a finding for each event with a key that is missing or belongs to another event. Returns the
  /// positions of events with such a key.
  private func checkKeys(of audited: inout [AuditedEvents]) async throws -> Set<Int64> {
    let rows = audited.indices.filter { audited[$0].content != nil }
    guard !rows.isEmpty else { return [] }
    let keys = rows.flatMap { audited[$0].keys }
    let ids = rows.flatMap { index in audited[index].ids.map { (index, $0.position) } }
    let astray = try await source.query(
      .verifyKeys,
      [
        head.lane, keys.map(\.key.moment), keys.map(\.key.key), ids.map(\.1),
        keys.map(\.assertedAt),
      ]
    ).decode((Int64, Int64?, Bool).self)
    let indices = Dictionary(ids.map { ($0.1, $0.0) }) { first, _ in first }
    var positions: Set<Int64> = []
    for (position, found, isMoved) in astray {
      positions.insert(position)
      guard let index = indices[position], audited[index].content?.isWhole == true else { continue }
      let finding =
        if isMoved {
          "column asserted_at of its key in table event_key is not that of the event"
        } else {
          found.map { "its key points to position \($0)" } ?? "its key is missing"
        }
      audited[index].findings.append(
        BrokenPromise(.event(EventID(lane: head.lane, position: position)), finding))
    }
    return positions
  }

  /// The most rows of a page that are searched by values that no other row has.
  private static let widelySearchedMax = 3

  /// Names the column of each row that gives another digest than the one stored, as far as it can be found, and notes
  /// the strings of each row.
  private mutating func nameColumns(
    in audited: inout [AuditedEvents], _ originals: [EventID: StoredRow], _ astray: Set<Int64>
  ) {
    let isAnyBroken = audited.contains { $0.content?.isWhole == false }
    let whole =
      isAnyBroken
      ? audited.compactMap { $0.content?.isWhole == true ? $0.content?.row : nil } : []
    var (named, widelySearched) = (0, 0)
    for index in audited.indices {
      guard let stored = audited[index].row?.stored else { continue }
      guard let content = audited[index].content else {
        if stored.hasKnownVersion { stringUses.note(stored, isSound: false) }
        continue
      }
      guard !content.isWhole else {
        stringUses.note(stored, isSound: true)
        continue
      }
      named += 1
      guard named <= LogVerifier.findingsMax else { continue }
      let fault = DigestFault(
        content, among: whole,
        hasItsKeys: audited[index].ids.allSatisfy { !astray.contains($0.position) },
        searchesWidely: widelySearched < Self.widelySearchedMax)
      if fault.wasSearchedWidely { widelySearched += 1 }
      stringUses.note(stored, isSound: fault.hasRightStrings)
      audited[index].findings.append(audited[index].broken(fault.finding))
    }
  }
}

/// The keys of grants.
extension EventPages {
  /// Adds a finding for each event that makes a grant without its key, or a grant of another chain. A
  /// chain may decide on its grant again, after it was said to be delivered elsewhere.
  private mutating func checkGrants(in audited: inout [AuditedEvents]) async throws {
    let made = audited.indices.flatMap { index in audited[index].grants.map { (index, $0) } }
    guard !made.isEmpty else { return }
    let query = GrantKeys.query(
      of: Set(made.map(\.1.grant)), among: installation.laneCount)
    let places = try GrantKeys.places(in: try await source.query(query.statement, query.parameters))
    for (index, (grant, stream, id)) in made {
      let place = places[grant]
      if place?.event == id { grantCount += 1 }
      let finding: String? =
        if let place {
          if place.stream != stream {
            "its grant was made in another chain, by event \(place.event)"
          } else if place.event.lane != id.lane || place.event.position > id.position {
            "the key of its grant names event \(place.event)"
          } else {
            nil
          }
        } else { "the key of its grant is missing" }
      if let finding { audited[index].findings.append(BrokenPromise(.event(id), finding)) }
    }
  }
}

extension AuditedEvents {
  /// The grants that the events make, each with its stream and its event.
  fileprivate var grants: [(grant: GrantID, stream: UUID, id: EventID)] {
    guard let row, let content else { return [] }
    return zip(ids, content.events).compactMap { id, event in
      guard row.stored.reasserts == nil, case .chain(.grantMade(let made)) = event else {
        return nil
      }
      return (made.id, made.stream.key, id)
    }
  }

  /// The keys under which the events are stored, each with the moment of the event's assertion, in order.
  fileprivate var keys: [(key: EventKey, assertedAt: Instant)] {
    guard let row, let content else { return [] }
    return content.events.map { event in
      let (stored, keys) = (event.stored, event.stored.keys(in: event.stream.key))
      let reassertion = row.stored.reasserts == nil ? nil : keys.reassertion
      return (reassertion ?? keys.content, stored.assertedAt)
    }
  }
}
