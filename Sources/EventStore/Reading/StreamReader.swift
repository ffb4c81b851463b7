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
    return try await streamed(rows, lane, passing)
  }

  /// Returns all events of these streams up to a position, each stream in order. Treats `passing`
  /// and unreadable events in the same way.
  package func events(
    ofStreams streams: [UUID], lane: Int16, upTo end: Int64, passing: Set<Int64>,
    on connection: isolated Connection
  ) async throws -> [StreamedEvent] {
    let rows = try connection.query(.eventsOfStreams, lane, streams, end)
    return try await streamed(rows, lane, passing)
  }

  private func streamed(
    _ rows: Rows, _ lane: Int16, _ passing: Set<Int64>
  ) async throws -> [StreamedEvent] {
    let stored = try rows.map { row in try Self.stored(row, lane, passing) }
    let originals = try await reader.originals(of: stored.compactMap(\.1))
    let strings = (stored.compactMap(\.1) + originals.values)
      .reduce(into: Set()) { $0.formUnion($1.stringIDs) }
    let texts = try await self.strings.texts(of: strings)
    return try stored.map { place, row in
      StreamedEvent(
        place: place,
        event: try row.map { row in
          try Self.event(row, texts, row.reasserts.flatMap { originals[$0] })
        })
    }
  }

  private static func stored(
    _ row: Row, _ lane: Int16, _ passing: Set<Int64>
  ) throws -> (StreamPosition, StoredRow?) {
    var columns = ColumnReader(row)
    let id = try columns.next(EventID.self)
    let place = StreamPosition(stream: try columns.next(), position: id.position)
    guard !passing.contains(place.position) else { return (place, nil) }
    do {
      return (place, try row.decode(StoredRow.self))
    } catch let error as StoredEventError {
      throw BrokenPromise(
        .event(EventID(lane: lane, position: place.position)), error.finding)
    }
  }

  private static func event(
    _ row: StoredRow, _ texts: [Int32: String], _ original: StoredRow?
  ) throws -> RecordedEvent {
    do {
      return try row.event(texts, reasserting: original)
    } catch let error as StoredEventError {
      throw BrokenPromise(.event(row.id), error.finding)
    }
  }
}
