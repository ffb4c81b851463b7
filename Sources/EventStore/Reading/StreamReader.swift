package import Foundation
package import Ledger
package import Postgres

/// A position in a lane that is read stream by stream.
package struct StreamPosition: Hashable, Sendable {
  package let stream: UUID
  package let position: Int64

  package init(stream: UUID, position: Int64) {
    self.stream = stream
    self.position = position
  }

  /// The position before every stream of a lane.
  package static let beginning = StreamPosition(
    stream: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), position: 0)

  /// Returns the position after the last event of a stream.
  package static func end(of stream: UUID) -> StreamPosition {
    StreamPosition(stream: stream, position: .max)
  }
}

/// An event with its position. The event is nil if it was not requested.
package struct StreamedEvent: Sendable {
  package let place: StreamPosition
  package let event: RecordedEvent?

  package init(place: StreamPosition, event: RecordedEvent?) {
    self.place = place
    self.event = event
  }
}

/// A reader of lanes stream by stream, and of whole streams, on one connection.
package struct StreamReader: Sendable {
  private let reader: EventReader
  private let strings: StringTable

  init(_ reader: EventReader, _ strings: StringTable) {
    self.reader = reader
    self.strings = strings
  }

  /// Returns the next events of a lane up to a position, stream by stream, each stream in order.
  ///
  /// Positions in `passing` are returned without their events. Throws `BrokenPromise` for any other
  /// event that cannot be read.
  package func events(
    lane: Int16, after place: StreamPosition, upTo end: Int64, passing: Set<Int64>, limit: Int,
    on connection: isolated Connection
  ) async throws -> [StreamedEvent] {
    let rows = try connection.query(
      .verifyStreams, lane, place.stream, place.position, end, Int64(limit))
    return try await streamed(rows, passing).filter { event in
      event.place.position <= end
        && (event.place.stream != place.stream || event.place.position > place.position)
    }
  }

  /// Returns all events of these streams up to a position, each stream in order. Treats `passing`
  /// and unreadable events in the same way.
  package func events(
    ofStreams streams: [UUID], lane: Int16, upTo end: Int64, passing: Set<Int64>,
    on connection: isolated Connection
  ) async throws -> [StreamedEvent] {
    let rows = try connection.query(.eventsOfStreams, lane, streams, end)
    return try await streamed(rows, passing).filter { $0.place.position <= end }
  }

  /// Returns the next streams of a lane that have events of these types, in order.
  package func streams(
    lane: Int16, after stream: UUID, withTypes types: [EventType], limit: Int,
    on connection: isolated Connection
  ) throws -> [UUID] {
    try connection.query(.streamsOfTypes, lane, stream, types.map(\.rawValue), Int64(limit))
      .decode()
  }

  /// Returns the streams that have events after a position of a lane, up to another one.
  package func streams(
    lane: Int16, after position: Int64, upTo end: Int64, on connection: isolated Connection
  ) throws -> Set<UUID> {
    Set(try connection.query(.streamsSince, lane, position, end).decode(UUID.self))
  }

  private func streamed(_ rows: Rows, _ passing: Set<Int64>) async throws -> [StreamedEvent] {
    let stored = try rows.map { row in try Self.stored(row, passing) }
    let originals = try await reader.originals(of: stored.compactMap(\.1))
    let strings = (stored.compactMap(\.1) + originals.values)
      .reduce(into: Set()) { $1.addStringIDs(to: &$0) }
    let texts = try await self.strings.texts(of: strings)
    return try stored.flatMap { place, row in
      let events = try row.map { row in
        try Self.events(row, texts, row.reasserts.flatMap { originals[$0] })
      }
      return place.ids.enumerated().map { index, id in
        StreamedEvent(
          place: StreamPosition(stream: place.stream, position: id.position),
          event: passing.contains(id.position) ? nil : events?[index])
      }
    }
  }

  /// Returns the place of a row, and the row unless none of its events is requested.
  private static func stored(
    _ row: Row, _ passing: Set<Int64>
  ) throws -> (RowPlace, StoredRow?) {
    let place = try RowPlace(of: row)
    guard !place.ids.allSatisfy({ passing.contains($0.position) }) else { return (place, nil) }
    do {
      return (place, try row.decode(StoredRow.self))
    } catch let error as StoredEventError {
      throw BrokenPromise(.event(place.id), error.finding)
    }
  }

  private static func events(
    _ row: StoredRow, _ texts: [Int32: String], _ original: StoredRow?
  ) throws -> [RecordedEvent] {
    do {
      return try row.events(texts, reasserting: original)
    } catch let error as StoredEventError {
      throw BrokenPromise(.event(row.id), error.finding)
    }
  }
}
