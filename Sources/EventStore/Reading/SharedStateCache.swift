package import Ledger
package import Postgres

/// A cache of the current shared state: folded once and extended with newer events.
///
/// Every query reads the log after the last known event, so no answer is older than its query. Lane
/// 0 only grows, without gaps.
package final class SharedStateCache: Sendable {
  private struct Known: Sendable {
    var shared = SharedState()
    var position: Int64 = 0
  }

  private let log: EventLog
  private let known: Remembered<Known>

  package init(_ log: EventLog) {
    self.log = log
    known = Remembered(Known(), in: log.memory)
  }

  package func shared() async throws -> SharedState {
    let generation = generation
    return try await shared(
      after: try await log.lookups.query([Self.query])[0], since: generation, from: log.reader)
  }

  /// The query for the position of lane 0, which can be sent together with other queries. Its
  /// answer is the argument of `shared(after:on:)`.
  package static var query: Call { Call(.lanePositions, [Int16(0)]) }

  /// The generation to name with the answer of a query that is sent now.
  package var generation: Int { known.generation }

  /// Reads the shared state unless it was read before, so that little is left to read under locks.
  func prepare() async throws {
    if known.withLock({ $0.position == 0 }) { _ = try await shared() }
  }

  /// Returns a shared state at least as recent as the answer of `query`, within the transaction that
  /// answered it. The transaction does not wait for another connection.
  ///
  /// - Parameter generation: the generation before the query was sent.
  package func shared(
    after query: Rows, since generation: Int, on connection: isolated Connection
  ) async throws -> SharedState {
    try await shared(after: query, since: generation, from: log.reader.asking(connection))
  }

  /// Returns the shared state by the answer of ``query``; nil if it is not read so far.
  package func shared(knownAt query: Rows) throws -> SharedState? {
    let now = known.withLock(\.self)
    let head = try query.decode(EventID.self).first?.position ?? 0
    return head > now.position ? nil : now.shared
  }

  private func shared(
    after query: Rows, since generation: Int, from reader: EventReader
  ) async throws -> SharedState {
    var now = known.withLock(\.self)
    guard let head = try query.decode(EventID.self).first, head.position > now.position else {
      return now.shared
    }
    let news = try await reader.events(
      of: StreamPlace(lane: 0, stream: StreamID.shared.key), after: now.position)
    for event in news { now.shared.apply(event.event) }
    now.position = news.last?.id.position ?? now.position
    remember(now, since: generation)
    return now.shared
  }

  /// Stores the state unless a concurrent reader has stored a newer one.
  private func remember(_ read: Known, since generation: Int) {
    known.remember(since: generation) { known in
      if read.position > known.position { known = read }
    }
  }
}
