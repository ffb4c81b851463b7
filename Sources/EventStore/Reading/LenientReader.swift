package import Foundation
package import Ledger
package import Postgres

/// A stored event that this version cannot read, because of damage or a newer writer.
package struct UnreadableEvent: Error, Hashable, Sendable {
  package let id: EventID
  package let reason: StoredEventError
}

extension UnreadableEvent: CustomStringConvertible {
  package var description: String { "event \(id) cannot be read: \(reason)" }
}

extension Result<RecordedEvent, UnreadableEvent> {
  package var id: EventID {
    switch self {
    case .success(let event): event.id
    case .failure(let event): event.id
    }
  }

  /// The event that cannot be read; nil if it can.
  package var unreadable: UnreadableEvent? {
    if case .failure(let event) = self { event } else { nil }
  }
}

/// A reader that returns an event which this version cannot read in its place, with the reason.
package struct LenientReader: Sendable {
  package typealias Item = Result<RecordedEvent, UnreadableEvent>

  /// The next events of a lane, and those of lane 0 as of the same moment.
  package struct Snapshot: Sendable {
    package let items: [Item]
    package let shared: [Item]
    /// True if the lane has no further event.
    package let reachesEnd: Bool
    /// True if lane 0 has no further event.
    package let hasAllShared: Bool
  }

  private static let sharedMax = 500
  private static let unreadableMax = 1_000

  private let reader: EventReader
  private let memory: LogMemory

  package init(_ log: EventLog) {
    reader = log.reader
    memory = log.memory
  }

  /// Returns the next events of a lane after a position, in order.
  package func page(lane: Int16, after position: Int64, limit: Int) async throws -> [Item] {
    let rows = try await reader.rows(.eventsOfLane, [lane, position, Int64(limit)])
    let items = try await items(of: Array(rows), by: reader).lazy
    return Array(items.filter { $0.id.position > position }.prefix(limit))
  }

  /// Returns all events of lane 0 in order.
  package func shared() async throws -> [Item] {
    var items: [Item] = []
    while true {
      let page = try await page(
        lane: 0, after: items.last?.id.position ?? 0, limit: Self.sharedMax)
      if page.isEmpty { return items }
      items += page
    }
  }

  /// Returns the events of a lane up to a position that cannot be read.
  package func unreadable(lane: Int16, upTo end: Int64) async throws -> [UnreadableEvent] {
    var (found, position): ([UnreadableEvent], Int64) = ([], 0)
    while position < end {
      let page = try await page(lane: lane, after: position, limit: Self.unreadableMax)
      guard let last = page.last else { break }
      position = last.id.position
      found += page.compactMap(\.unreadable).filter { $0.id.position <= end }
    }
    return found
  }

  /// Returns the next events of a lane after a position, and those of lane 0 after another.
  ///
  /// Both are read by one statement. If lane 0 were read later, it could hold an event that was
  /// recorded before others of the lane, which the earlier read had not seen. The ends of both lanes are remembered, so
  /// that a session of a database without these events is noticed.
  package func snapshot(
    of lane: Int16, after position: Int64, limit: Int, sharedAfter shared: Int64
  ) async throws -> Snapshot {
    let generation = memory.generation
    let answers = try await reader.answers(to: [
      Call(.laneSnapshot, lane, position, Int64(limit), shared, Int64(Self.sharedMax)),
      Call(.laneHeads, [0, lane]),
    ])
    memory.reach(try LaneEnds(answers[1]).heads.values, in: generation)
    let rows = answers[0]
    let items = try await items(of: Array(rows), by: reader)
    let ownRows = try rows.count { try RowPlace(of: $0).id.lane == lane }
    return Snapshot(
      items: items.filter { $0.id.lane == lane && $0.id.position > position },
      shared: items.filter { $0.id.lane == 0 },
      reachesEnd: ownRows < limit && rows.count - ownRows < Self.sharedMax,
      hasAllShared: rows.count - ownRows < Self.sharedMax)
  }

  /// Returns all events of these streams after a position of their lane and up to another, each
  /// stream in order.
  package func events(
    ofStreams streams: [UUID], lane: Int16, upTo end: Int64, on connection: isolated Connection
  ) async throws -> [(stream: UUID, item: Item)] {
    guard !streams.isEmpty, end > 0 else { return [] }
    let rows = Array(try connection.query(.eventsOfStreams, lane, streams, end))
    let items = try await items(of: rows, by: reader.asking(connection))
    var streams: [Int64: UUID] = [:]
    for row in rows {
      let place = try RowPlace(of: row)
      for id in place.ids { streams[id.position] = place.stream }
    }
    return items.compactMap { item in
      guard item.id.position <= end, let stream = streams[item.id.position] else { return nil }
      return (stream, item)
    }
  }

  /// Returns one event; nil if there is none.
  package func event(_ id: EventID) async throws -> Item? {
    let (lanes, positions): ([Int16], [Int64]) = ([id.lane], [id.position])
    let rows = try await reader.rows(.eventsByID, [lanes, positions])
    return try await items(of: Array(rows), by: reader).first { $0.id == id }
  }

  /// Returns the streams of events by their positions.
  package func streams(
    of positions: [Int64], lane: Int16, on connection: isolated Connection
  ) throws -> [Int64: UUID] {
    guard !positions.isEmpty else { return [:] }
    let rows = try connection.query(.streamsOfEvents, lane, positions)
    return Dictionary(try rows.decode((Int64, UUID).self), uniquingKeysWith: { $1 })
  }

  private func items(of rows: [Row], by reader: EventReader) async throws -> [Item] {
    do {
      return try await reader.events(of: rows).map { .success($0) }
    } catch  where StoredEventError(reading: error) != nil {
      var items: [Item] = []
      for row in rows { items += try await self.items(of: row, by: reader) }
      return items
    }
  }

  /// Returns the events of one row. Those of a row that cannot be read fail together.
  private func items(of row: Row, by reader: EventReader) async throws -> [Item] {
    do {
      return try await reader.events(of: [row]).map { .success($0) }
    } catch {
      guard let reason = StoredEventError(reading: error) else { throw error }
      return try RowPlace(of: row).ids.map {
        .failure(UnreadableEvent(id: $0, reason: reason))
      }
    }
  }
}
