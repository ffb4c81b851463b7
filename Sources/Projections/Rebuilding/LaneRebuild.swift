import EventProcessing
import EventStore
import Foundation
import Ledger
import Postgres

/// The building of one lane of a generation: stream by stream up to the lane's end, with one page of
/// streams in memory.
///
/// Reading event by event would read each chain again for each of its events. Each page is a
/// transaction, which also keeps the place reached, so that a killed rebuild goes on there. The
/// checkpoint moves with the last page.
struct LaneRebuild: Sendable {
  /// The place that the build of a lane has reached.
  struct Place: Hashable, Sendable {
    let end: Int64
    let shared: Int64
    var stream: UUID
    var events: Int64
    var isBuilt: Bool
  }

  /// A crash may take back a page together with the place.
  private static let options = TransactionOptions(synchronousCommitOff: true)

  let generation: Int32
  let lane: Int16
  let consumer: ProjectionConsumer
  let log: EventLog
  /// The pool whose sessions find the tables of the generation.
  let pool: Pool
  /// The number of events of a page.
  let pageSize: Int

  /// Builds the lane from the place reached.
  ///
  /// - Parameter onPage: called after the commit of each page with the number of its events. Throws to
  ///   end the build.
  func run(onPage: @Sendable (Int) async throws -> Void) async throws {
    var place = try await begin()
    let shared = try await log.reading.shared(upTo: place.shared)
    var unreadable = try await knownUnreadable()
    while !place.isBuilt {
      try Task.checkCancellation()
      let source = StreamPages(
        log: log, lane: lane, end: place.end, passing: unreadable, size: pageSize)
      do {
        let next = try await write(after: place, from: source, shared)
        try await onPage(Int(next.events - place.events))
        place = next
      } catch let broken as BrokenPromise {
        guard case .event(let id) = broken.place, id.lane == lane else { throw broken }
        let found = try await deadLetterUnreadable(upTo: place.end)
        guard found.contains(id.position), !unreadable.contains(id.position) else { throw broken }
        unreadable = found
      }
    }
  }

  /// Returns the place of an interrupted build, or that of a new one.
  func begin() async throws -> Place {
    if let stored = try await place() { return stored }
    var (end, shared): (Int64, Int64) = (0, 0)
    if let position = try await log.position().lanes[lane],
      let last = try await log.reading.event(EventID(lane: lane, position: position))
    {
      end = position
      shared =
        try await log.reading.shared().last { $0.recordedAt <= last.recordedAt }?.id.position ?? 0
    }
    return try await pool.withTransaction { [end, shared] connection in
      try connection.query(.rebuildBegin, lane, generation, end, shared)
      return try connection.query(.rebuildHold, lane, generation)[0].decode(Place.self)
    }
  }

  private func place() async throws -> Place? {
    try await pool.withConnection { connection in
      try await connection.query(.rebuildHold, lane, generation).decode(Place.self).first
    }
  }

  private func write(
    after place: Place, from source: some StreamSource, _ shared: [RecordedEvent]
  ) async throws -> Place {
    do {
      return try await write(after: place, from: source, shared, isIsolating: false)
    } catch  where NewDeadLetter.isTheEvents(error) && !(error is BrokenPromise) {
      return try await write(after: place, from: source, shared, isIsolating: true)
    }
  }

  /// Writes the next page of streams. Returns the place after it.
  private func write(
    after place: Place, from source: some StreamSource, _ shared: [RecordedEvent],
    isIsolating: Bool
  ) async throws -> Place {
    try await pool.withTransaction(Self.options) { connection -> Place in
      guard try connection.query(.rebuildHold, lane, generation).decode(Place.self) == [place]
      else { throw RebuildError.underWay }
      let page = try await source.next(after: place.stream, on: connection)
      let new = try write(page.events, shared, isIsolating: isIsolating, on: connection)
      try DeadLetterStore.add(new, on: connection)
      var next = place
      next.events += Int64(page.events.count)
      next.stream = page.last ?? place.stream
      next.isBuilt = page.last == nil
      try connection.post(
        .rebuildMove, lane, generation, next.stream, next.events, next.isBuilt)
      guard next.isBuilt else { return next }
      let checkpoints = CheckpointStore(of: ProjectionConsumer.name)
      _ = try checkpoints.hold(lane, on: connection)
      try checkpoints.move(
        to: Checkpoint(lane: lane, position: place.end, shared: place.shared), on: connection)
      return next
    }
  }

  /// Writes whole streams. Returns the events that a fold cannot take.
  private func write(
    _ events: [StreamedEvent], _ shared: [RecordedEvent], isIsolating: Bool,
    on connection: isolated Connection
  ) throws -> [NewDeadLetter] {
    let histories = ChainEvents.histories(of: events)
    let writer = FoldWriter(lane: lane, shared: shared)
    var new: [NewDeadLetter] = []
    for fold in consumer.folds {
      new += try writer.write(
        histories, by: fold, leavingOut: [], isIsolating: isIsolating, on: connection)
    }
    return try new
      + consumer.write(
        namesIn: events.compactMap(\.event), isIsolating: isIsolating, on: connection)
  }

  private func knownUnreadable() async throws -> Set<Int64> {
    let known = try await pool.withConnection { connection in
      try await DeadLetterStore(lane: lane).positions(of: consumer.deadLetterNames, on: connection)
    }
    var unreadable: Set<Int64> = []
    for position in known.values.reduce(into: Set(), { $0.formUnion($1) }) {
      let id = EventID(lane: lane, position: position)
      if case .failure? = try await LenientReader(log).event(id) { unreadable.insert(position) }
    }
    return unreadable
  }

  /// Dead-letters the events of the lane that cannot be read. Returns their positions.
  ///
  /// The whole lane is read for the first of them. A page that met one after another would be read
  /// again for each.
  private func deadLetterUnreadable(upTo end: Int64) async throws -> Set<Int64> {
    var found: Set<Int64> = []
    var position: Int64 = 0
    while position < end {
      let page = try await LenientReader(log).page(lane: lane, after: position, limit: pageSize)
      guard let last = page.last else { break }
      position = last.id.position
      let failed = page.compactMap { item -> UnreadableEvent? in
        if case .failure(let event) = item, event.id.position <= end { event } else { nil }
      }
      guard !failed.isEmpty else { continue }
      found.formUnion(failed.map(\.id.position))
      try await pool.withTransaction { connection in
        try DeadLetterStore.add(
          failed.flatMap { event in
            consumer.deadLetterNames.map { NewDeadLetter(event, of: $0) }
          }, on: connection)
      }
    }
    return found
  }
}

extension LaneRebuild.Place: RowDecodable {
  init(_ columns: inout ColumnReader) throws {
    self.init(
      end: try columns.next(), shared: try columns.next(), stream: try columns.next(),
      events: try columns.next(), isBuilt: try columns.next())
  }
}
