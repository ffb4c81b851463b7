package import EventStore
package import Ledger

/// The events of the log, one after another: from a position on, or the last ones and those that follow.
package struct EventListing: Sendable {
  package typealias Show = (ListedEvent) throws -> Void

  private static let pause: Duration = .milliseconds(500)
  /// The factor by which the search for the last events of a lane goes further back.
  private static let stride: Int64 = 4
  private static let pageMax = 1_000

  private let log: EventLog
  private let reader: LenientReader
  private let filter: EventFilter

  package init(_ log: EventLog, _ filter: EventFilter = EventFilter()) {
    self.log = log
    reader = LenientReader(log)
    self.filter = filter
  }

  /// Shows the events after a position that are recorded by now, in the order of recording. Returns the position
  /// from which the next export goes on. Throws for a position of before the ledger was restored.
  ///
  /// - Parameter limit: the number of events after which the export ends; nil for all.
  package func export(
    after token: PositionToken?, limit: Int? = nil, _ show: Show
  ) async throws -> PositionToken {
    if let token, !(try await log.isCurrent(token)) {
      let shared = log.token(try await log.shared(token))
      throw Failure(
        "the position is of a time before the ledger was restored: continue with the last one that both "
          + "histories share, \(shared)")
    }
    let position = try await read(
      after: token?.position ?? Position(), upTo: try await log.cut().position, limit: limit,
      by: show)
    return log.token(position)
  }

  /// Shows the last events, in the order of recording. Returns the position behind them.
  package func tail(_ count: Int, _ show: Show) async throws -> Position {
    let end = try await log.cut().position
    // The last events of all lanes are among the last ones of each.
    var start = Position()
    for (lane, last) in end.lanes {
      let first = try await beginning(of: count, in: lane, upTo: last)
      if first > 0 { start.reach(EventID(lane: lane, position: first)) }
    }
    var (lanes, items) = (MergedLanes(reader, after: start, upTo: end), [LenientReader.Item]())
    while let item = try await lanes.next() {
      guard item.isAdmitted(by: filter) else { continue }
      if items.count == count { items.removeFirst() }
      items.append(item)
    }
    for item in items { try show(try await ListedEvent(item, in: log)) }
    return end
  }

  /// Shows the events after a position as they are recorded, until the task is canceled.
  package func follow(after position: Position, _ show: Show) async throws {
    var position = position
    while true {
      let end = try await log.position(withShared: true)
      position = try await read(after: position, upTo: end, limit: nil, by: show)
      try await Task.sleep(for: Self.pause)
    }
  }

  /// Returns the position of a lane after which its last `count` events lie, or more.
  private func beginning(
    of count: Int, in lane: Int16, upTo last: Int64
  ) async throws -> Int64 {
    var distance = Int64(count)
    while last > distance {
      let first = last - distance
      if try await self.count(in: lane, after: first, upTo: last) >= count { return first }
      distance *= Self.stride
    }
    return 0
  }

  private func count(in lane: Int16, after first: Int64, upTo last: Int64) async throws -> Int {
    var (position, count) = (first, 0)
    while position < last {
      let page = try await reader.page(lane: lane, after: position, limit: Self.pageMax)
      guard let end = page.last?.id.position else { break }
      count += page.count { $0.id.position <= last && $0.isAdmitted(by: filter) }
      position = end
    }
    return count
  }

  /// Shows the events between two positions. Returns the position of the last event that was read.
  private func read(
    after position: Position, upTo end: Position, limit: Int?, by show: Show
  ) async throws -> Position {
    var (lanes, shown) = (MergedLanes(reader, after: position, upTo: end), 0)
    while shown < limit ?? .max, let item = try await lanes.next() {
      guard item.isAdmitted(by: filter) else { continue }
      try show(try await ListedEvent(item, in: log))
      shown += 1
    }
    return lanes.position
  }
}
