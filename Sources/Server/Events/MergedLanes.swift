import EventStore
import Ledger

/// The events of all lanes between two positions, in the order of recording; those of one moment in the order of
/// their ids.
///
/// The order is the same at every reading: later events have later moments. An event that cannot be read tells no
/// moment, and comes as soon as its lane is there.
struct MergedLanes {
  private static let heldMax = 2_000
  private static let pageMin = 32

  /// The position of the last event of each lane that was returned.
  private(set) var position: Position
  private let end: Position
  private let reader: LenientReader
  private let pageSize: Int
  private var pages: [Int16: ArraySlice<LenientReader.Item>] = [:]

  init(_ reader: LenientReader, after position: Position, upTo end: Position) {
    self.reader = reader
    self.position = position
    self.end = end
    pageSize = max(Self.pageMin, Self.heldMax / max(1, end.lanes.count))
  }

  /// Returns the next event; nil at the end.
  mutating func next() async throws -> LenientReader.Item? {
    for (lane, last) in end.lanes where (position.lanes[lane] ?? 0) < last {
      if pages[lane]?.isEmpty ?? true { try await read(lane, upTo: last) }
    }
    let heads = pages.values.compactMap(\.first)
    guard let next = heads.min(by: { $0.precedes($1) }) else { return nil }
    pages[next.id.lane]?.removeFirst()
    position.reach(next.id)
    return next
  }

  private mutating func read(_ lane: Int16, upTo last: Int64) async throws {
    let page = try await reader.page(
      lane: lane, after: position.lanes[lane] ?? 0, limit: pageSize)
    pages[lane] = page.prefix { $0.id.position <= last }
  }
}

extension LenientReader.Item {
  fileprivate func precedes(_ other: LenientReader.Item) -> Bool {
    (recordedAt, id) < (other.recordedAt, other.id)
  }

  /// The moment of recording; the beginning of time for an event that cannot be read.
  private var recordedAt: Instant {
    switch self {
    case .success(let event): event.recordedAt
    case .failure: Instant(milliseconds: .min)
    }
  }
}
