import EventStore
import Foundation
import Ledger
import Postgres

/// The books of chains that are counted together: one for each set, over all events of its chains.
///
/// The sets are read some at a time. Unless they are many, the books of the last question are kept, so
/// that several reports of one cut fold each set once.
final class SharedBooks: Sendable {
  private struct Question: Hashable {
    let sets: Set<Set<SharedChains.Place>>
    let position: Position
  }

  private static let setsAtOnce = 200
  /// The most entries of books that are kept.
  private static let keptMax = 100_000

  private let pool: Pool
  private let log: EventLog
  private let kept: Remembered<(question: Question, books: [SharedBook])?>

  init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
    kept = Remembered(nil, in: log.memory)
  }

  /// Reads the chains that are counted for themselves from the projection, and adds the books of the others.
  ///
  /// - Parameters:
  ///   - position: the events that count for the books.
  ///   - projected: reads within one snapshot, without the chains of these places.
  func read<Result: Sendable>(
    in environment: StoreEnvironment, upTo position: Position,
    _ projected: @Sendable (Set<SharedChains.Place>, isolated Connection) throws -> Result,
    adding add: (SharedBook, inout Result) -> Void
  ) async throws -> Result {
    let (sets, found) = try await pool.withTransaction(.snapshot) { [log] connection in
      let shared = try SharedChains.read(log.lanes, in: environment, on: connection)
      return (shared.sets, try projected(shared.places, connection))
    }
    var result = found
    try await each(of: sets, upTo: position) { add($0, &result) }
    return result
  }

  /// Runs the body for the book of each set, by the events up to a position.
  private func each(
    of sets: [Set<SharedChains.Place>], upTo position: Position, _ body: (SharedBook) -> Void
  ) async throws {
    guard !sets.isEmpty else { return }
    let question = Question(sets: Set(sets), position: position)
    if let kept = kept.withLock({ $0 }), kept.question == question {
      return kept.books.forEach(body)
    }
    let generation = kept.generation
    // A position of a log that has lost commits may name other events later.
    let isStored = try await log.position(withShared: true).covers(position)
    let shared = try await log.reading.shared(upTo: position.lanes[0] ?? 0)
    let parts = stride(from: 0, to: sets.count, by: Self.setsAtOnce).map {
      sets[$0..<min($0 + Self.setsAtOnce, sets.count)]
    }
    var (books, entries) = ([SharedBook](), 0)
    try await OrderedParts(parts).each {
      try await self.books(of: $0, shared, upTo: position)
    } take: { made in
      for book in made {
        body(book)
        entries += book.entries.count
        if entries <= Self.keptMax { books.append(book) }
      }
    }
    guard isStored, entries <= Self.keptMax else { return }
    kept.remember(since: generation) { $0 = (question, books) }
  }

  /// Folds the books of some sets.
  private func books(
    of sets: ArraySlice<Set<SharedChains.Place>>, _ shared: [RecordedEvent],
    upTo position: Position
  ) async throws -> [SharedBook] {
    let events = try await events(of: sets, upTo: position)
    return sets.map { set in
      let own = shared + set.flatMap { events[$0] ?? [] }
      return SharedBook(own.sorted { ($0.recordedAt, $0.id) < ($1.recordedAt, $1.id) })
    }
  }

  /// Returns the events of all chains of some sets, without those that the projection could not apply.
  private func events(
    of sets: ArraySlice<Set<SharedChains.Place>>, upTo position: Position
  ) async throws -> [SharedChains.Place: [RecordedEvent]] {
    var events: [SharedChains.Place: [RecordedEvent]] = [:]
    for (lane, places) in Dictionary(grouping: sets.joined(), by: \.lane) {
      let current = try await Replay(pool: pool, log: log, of: .commission).extent(lane: lane)
      let found = try await pool.withConnection { [log] connection in
        try await log.streams.events(
          ofStreams: places.map(\.stream), lane: lane, upTo: position.lanes[lane] ?? 0,
          passing: current.deadLetters, on: connection)
      }
      for item in found {
        guard let event = item.event else { continue }
        let place = SharedChains.Place(lane: lane, stream: item.place.stream)
        events[place, default: []].append(event)
      }
    }
    return events
  }
}
