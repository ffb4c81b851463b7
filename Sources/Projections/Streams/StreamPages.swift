import EventStore
import Foundation
import Ledger
import Postgres

/// A lane read stream by stream, so that a page of whole streams is all there is in memory.
struct StreamPages {
  static let pageMax = 2_000

  let log: EventLog
  let lane: Int16
  /// Up to this position of the lane.
  let end: Int64
  /// Positions that are left out.
  let passing: Set<Int64>

  /// The events of the next whole streams, and the last of these streams; nil at the end.
  ///
  /// Of a last stream that may go on behind the page there is none, unless it is alone; then all of it.
  /// Throws `BrokenPromise` for an event that cannot be read.
  func next(
    after stream: UUID, on connection: isolated Connection
  ) async throws -> (events: [StreamedEvent], last: UUID?) {
    var events: [StreamedEvent] = []
    var place = StreamPosition.end(of: stream)
    if stream == StreamPosition.beginning.stream { place = .beginning }
    while true {
      let page = try await log.eventsByStream(
        lane: lane, after: place, upTo: end, passing: passing, limit: Self.pageMax,
        on: connection)
      events += page
      guard page.count == Self.pageMax, let first = events.first, let last = events.last else {
        return (events, nil)
      }
      place = last.place
      guard first.place.stream != last.place.stream else { continue }
      let whole = events.prefix { $0.place.stream != last.place.stream }
      return (Array(whole), whole.last?.place.stream)
    }
  }
}
