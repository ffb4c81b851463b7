package import Ledger
import Postgres

/// A stored event that this version cannot read, because of damage or a newer writer.
package struct UnreadableEvent: Error, Hashable, Sendable {
  package let id: EventID
  package let reason: StoredEventError
}

extension EventLog {
  /// The channel on which an append names its lanes, comma-separated. A notification is only a hint
  /// to read the lanes.
  package static let channel = "daicho_events"

  /// Returns the next events of a lane after a position, in order. An unreadable event is returned
  /// in its place with the reason.
  package func page(
    lane: Int16, after position: Int64, limit: Int
  ) async throws -> [Result<RecordedEvent, UnreadableEvent>] {
    let rows = try await reader.rows(.eventsOfLane, [lane, position, Int64(limit)])
    do {
      return try await reader.events(of: Array(rows)).map { .success($0) }
    } catch  where StoredEventError(reading: error) != nil {
      var page: [Result<RecordedEvent, UnreadableEvent>] = []
      for row in rows { page.append(try await read(row)) }
      return page
    }
  }

  private func read(_ row: Row) async throws -> Result<RecordedEvent, UnreadableEvent> {
    do {
      return .success(try await reader.events(of: [row])[0])
    } catch {
      guard let reason = StoredEventError(reading: error) else { throw error }
      var columns = ColumnReader(row)
      return .failure(UnreadableEvent(id: try columns.next(), reason: reason))
    }
  }
}

extension Result<RecordedEvent, UnreadableEvent> {
  package var id: EventID {
    switch self {
    case .success(let event): event.id
    case .failure(let event): event.id
    }
  }
}

extension StoredEventError {
  /// Returns nil for an error in reaching the row rather than in the row itself.
  init?(reading error: any Error) {
    switch error {
    case let error as StoredEventError: self = error
    case PostgresError.decoding(let column, let reason):
      self = .incomplete("column \(column) cannot be read: \(reason)")
    case is DecodingError: self = .incomplete("column extra cannot be read")
    default: return nil
    }
  }
}
