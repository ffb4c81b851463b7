package import Foundation
package import Postgres

/// The pages of a lane, read stream by stream. Only one page of whole streams is in memory.
package struct StreamPages: Sendable {
  private let reader: StreamReader
  private let lane: Int16
  private let end: Int64
  private let passing: Set<Int64>
  private let size: Int

  /// - Parameters:
  ///   - end: the last position of the lane to read.
  ///   - passing: positions to leave out.
  ///   - size: the number of events of a page.
  package init(
    log: EventLog, lane: Int16, end: Int64, passing: Set<Int64> = [], size: Int = 2_000
  ) {
    reader = log.streams
    self.lane = lane
    self.end = end
    self.passing = passing
    self.size = size
  }

  /// Returns the events of the next whole streams and the last of these streams; nil instead of a
  /// stream at the end.
  ///
  /// Omits the last stream when it may continue on the next page. A stream that is larger than a
  /// page is returned whole. Throws `BrokenPromise` for an event that cannot be read.
  package func next(
    after stream: UUID, on connection: isolated Connection
  ) async throws -> (events: [StreamedEvent], last: UUID?) {
    var events: [StreamedEvent] = []
    var place = StreamPosition.end(of: stream)
    if stream == StreamPosition.beginning.stream { place = .beginning }
    while true {
      let page = try await reader.events(
        lane: lane, after: place, upTo: end, passing: passing, limit: size,
        on: connection)
      events += page
      // A row may hold several events, so that a full page has at least so many.
      guard page.count >= size, let first = events.first, let last = events.last else {
        return (events, nil)
      }
      place = last.place
      guard first.place.stream != last.place.stream else { continue }
      let whole = events.prefix { $0.place.stream != last.place.stream }
      return (Array(whole), whole.last?.place.stream)
    }
  }
}
