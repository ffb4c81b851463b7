package import EventStore
package import Ledger
import Postgres

/// A reader of what people did by hand.
package struct AuditReader: Sendable {
  /// The entries that a list is about; all of lane 0 without a bound.
  package struct Filter: Hashable, Sendable {
    package var from: Instant?
    package var to: Instant?
    package var author: String?
    /// A word, or its beginning, as `outbox`.
    package var act: String?
    /// True for the acts on accounts too, which are found by reading every lane.
    package var includesAccounts = false

    package init() {}

    func admits(_ entry: AuditEntry) -> Bool {
      (from.map { entry.recordedAt >= $0 } ?? true) && (to.map { entry.recordedAt < $0 } ?? true)
        && (author.map { $0 == entry.author?.name || $0 == entry.secondPerson?.name } ?? true)
        && (act.map { entry.act == $0 || entry.act.hasPrefix($0 + ".") } ?? true)
    }
  }

  /// The kinds of events on accounts and purchases that a person signs.
  private static let accountTypes: [EventType] = [
    .accountErased, .coinsMoved, .ownershipChanged, .tokenWithdrawn, .accountsMerged,
    .promotionGranted, .promotionWithdrawn,
  ]

  private let log: EventLog

  package init(_ log: EventLog) {
    self.log = log
  }

  /// An event that cannot be read and may tell of an act.
  package struct Unreadable: Hashable, Sendable {
    package let event: EventID
    package let reason: String

    fileprivate init(_ unreadable: UnreadableEvent) {
      event = unreadable.id
      reason = unreadable.reason.description
    }
  }

  /// Some entries, the newest last.
  package struct Page: Sendable {
    package let entries: [AuditEntry]
    /// The cursor of the next page; nil at the end.
    package let next: AuditCursor?
    /// The events that cannot be read. A filter leaves none of them out.
    package let unreadable: [Unreadable]
  }

  /// Returns a page of entries.
  package func list(
    _ filter: Filter, after cursor: AuditCursor = .beginning, limit: Int
  ) async throws -> Page {
    let shared = try await LenientReader(log).shared()
    var entries = Self.entries(in: shared.compactMap { try? $0.get() })  // the others are told
    var unreadable = shared.compactMap(\.unreadable)
    if filter.includesAccounts {
      // The event of the account tells what the act in lane 0 leaves out.
      entries.removeAll { $0.act == Act.accountsErase.rawValue }
      let signed = try await signedEvents(filter)
      entries += signed.compactMap { try? $0.get() }.compactMap(AuditEntry.init)  // as above
      unreadable += signed.compactMap(\.unreadable)
    }
    let found = entries.filter { filter.admits($0) && cursor < AuditCursor($0) }
      .sorted { AuditCursor($0) < AuditCursor($1) }
    let page = Array(found.prefix(limit))
    return Page(
      entries: page, next: found.count > limit ? page.last.map(AuditCursor.init) : nil,
      unreadable: unreadable.map(Unreadable.init))
  }

  /// Returns the entries of lane 0. An event without an author is left out where an act of the same moment tells
  /// of it.
  static func entries(in events: [RecordedEvent]) -> [AuditEntry] {
    let entries = events.compactMap(AuditEntry.init)
    let signed = Set(
      entries.filter { $0.author != nil }.map { "\($0.recordedAt.milliseconds) \($0.act)" })
    return entries.filter {
      $0.author != nil || !signed.contains("\($0.recordedAt.milliseconds) \($0.act)")
    }
  }

  /// Returns the events on accounts and purchases that a person signed.
  private func signedEvents(_ filter: Filter) async throws -> [LenientReader.Item] {
    let types = Self.accountTypes.map(\.rawValue)
    let (from, to) = (filter.from, filter.to)
    let places = try await log.lookups.withConnection { [lanes = log.lanes] connection in
      try await connection.query(.signedEvents, lanes, types, from, to)
    }.decode((Int16, Int64).self)
    let reader = LenientReader(log)
    var items: [LenientReader.Item] = []
    for (lane, position) in places {
      if let item = try await reader.event(EventID(lane: lane, position: position)) {
        items.append(item)
      }
    }
    return items
  }
}

/// A place in the list of acts. Its public form is an opaque string.
package struct AuditCursor: Hashable, Sendable, Comparable, CustomStringConvertible {
  private let milliseconds: Int64
  private let event: EventID

  package static let beginning = AuditCursor(
    milliseconds: .min, event: EventID(lane: 0, position: 0))

  private init(milliseconds: Int64, event: EventID) {
    self.milliseconds = milliseconds
    self.event = event
  }

  init(_ entry: AuditEntry) {
    self.init(milliseconds: entry.recordedAt.milliseconds, event: entry.event)
  }

  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let milliseconds = Int64(parts[0]),
      let event = EventID(String(parts[1]))
    else { return nil }
    self.init(milliseconds: milliseconds, event: event)
  }

  package static func < (left: AuditCursor, right: AuditCursor) -> Bool {
    (left.milliseconds, left.event) < (right.milliseconds, right.event)
  }

  package var description: String { "\(milliseconds).\(event)" }
}
