import Foundation
import Ledger
import Postgres

/// The place of a row: its first columns, which even a row that cannot be read has.
struct RowPlace: RowDecodable {
  /// The most events that a row may hold. No writer joins so many.
  static let eventsMax: Int64 = 16

  /// The id of the last event.
  let id: EventID
  /// The position of the first event; nil in a row of one event.
  let firstPosition: Int64?
  let stream: UUID

  /// Reads the first columns of a row.
  init(of row: Row) throws {
    var columns = ColumnReader(row)
    try self.init(&columns)
  }

  init(_ columns: inout ColumnReader) throws {
    id = try columns.next()
    firstPosition = try columns.next()
    stream = try columns.next()
  }

  /// The ids of the events in order. A row that says to hold more than any writer joins counts as one.
  var ids: [EventID] {
    guard let firstPosition, (0..<Self.eventsMax).contains(id.position - firstPosition) else {
      return [id]
    }
    return (firstPosition...id.position).map { EventID(lane: id.lane, position: $0) }
  }
}
