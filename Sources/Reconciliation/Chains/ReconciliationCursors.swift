package import EventStore
import Foundation
package import Ledger
package import Postgres

/// The reconciliation cursors of the chains that Apple is asked about.
package struct ReconciliationCursors: Sendable {
  private let log: EventLog
  private let pool: Pool

  var lanes: [Int16] { log.lanes }

  package init(_ pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
  }

  func cursor(_ chain: ChainID) async throws -> ReconciliationCursor? {
    let stream = StreamID.chain(chain)
    return try await pool.withConnection { connection in
      try await connection.query(.reconciliationCursorRead, log.lane(of: stream), stream.key)
    }.compactMap(ReconciliationCursor.init(row:)).first
  }

  /// Returns true if the histories of a chain's customer were read to their ends, since a moment or
  /// ever.
  package func isRead(_ chain: ChainID, since moment: Instant? = nil) async throws -> Bool {
    guard let readAt = try await cursor(chain)?.readAt else { return false }
    return moment.map { readAt >= $0 } ?? true
  }

  /// Returns chains of an app whose customers' histories were not read since a moment.
  func unread(in store: StoreEndpoint, since moment: Instant, limit: Int) async throws
    -> [ReconciliationCursor]
  {
    try await pool.withConnection { [lanes = log.lanes] connection in
      try await connection.query(
        .reconciliationCursorsUnread, lanes, store.bundleID.rawValue,
        store.environment.rawValue, moment, Int64(limit))
    }.compactMap(ReconciliationCursor.init(row:))
  }

  /// Creates the cursors of chains that have none.
  func begin(_ chains: Set<ChainID>) async throws {
    guard !chains.isEmpty else { return }
    let chains = Self.inOrder(chains)
    _ = try await pool.withConnection { connection in
      try await connection.query(
        .reconciliationCursorsFound, chains.map { log.lane(of: $0.stream) },
        chains.map(\.stream.key), chains.map(\.id.environment.rawValue),
        chains.map(\.id.bundleID.rawValue), chains.map(\.id.originalTransactionID.rawValue))
    }
  }

  /// Returns chains in one order, so that no two processes wait for each other.
  static func inOrder(_ chains: Set<ChainID>) -> [(id: ChainID, stream: StreamID)] {
    chains.map { (id: $0, stream: StreamID.chain($0)) }
      .sorted { $0.stream.key.uuidString < $1.stream.key.uuidString }
  }

  /// Records the position in the histories of a customer for all of the customer's chains, because
  /// they share one history.
  ///
  /// - Parameter readAt: the moment when a reading of both histories to their ends began; nil while they
  ///   are not read.
  package func keep(
    _ cursor: HistoryCursor, of chains: Set<ChainID>, readAt: Instant?
  ) async throws {
    let chains = Self.inOrder(chains)
    _ = try await pool.withConnection { connection in
      try await connection.query(
        .reconciliationCursorsKeep, chains.map { log.lane(of: $0.stream) },
        chains.map(\.stream.key), chains.map(\.id.environment.rawValue),
        chains.map(\.id.originalTransactionID.rawValue), chains.map(\.id.bundleID.rawValue),
        cursor.historyRevision, cursor.refundRevision, readAt)
    }
  }

  /// Returns the subscriptions that are due for a look, in the order in which they became due.
  func due(
    of apps: Set<BundleID>, at moment: Instant, limit: Int
  ) async throws -> [ReconciliationCursor] {
    try await find(.reconciliationCursorsDue, of: apps, at: moment, limit: limit)
  }

  /// Settles the ends of these chains, so that Apple is not asked about those ends again.
  func settle(_ cursors: [ReconciliationCursor]) async throws {
    let ended = ends(of: cursors.map { ($0, ()) })
    guard !ended.isEmpty else { return }
    _ = try await pool.withConnection { connection in
      try await connection.query(
        .reconciliationCursorsSettle, ended.map(\.lane), ended.map(\.stream), ended.map(\.end))
    }
  }

  /// Moves the next look at each of these chains.
  func postpone(_ looks: [(cursor: ReconciliationCursor, lookAt: Instant)]) async throws {
    let ended = ends(of: looks.map { ($0.cursor, $0.lookAt) })
    guard !ended.isEmpty else { return }
    _ = try await pool.withConnection { connection in
      try await connection.query(
        .reconciliationCursorsPostpone, ended.map(\.lane), ended.map(\.stream),
        ended.map(\.end), ended.map(\.with))
    }
  }

  /// Returns the known ends of chains in one order, so that no two processes wait for each other.
  private func ends<Value>(
    of cursors: [(ReconciliationCursor, Value)]
  ) -> [(lane: Int16, stream: UUID, end: Instant, with: Value)] {
    cursors.compactMap { cursor, value in
      let stream = StreamID.chain(cursor.chain)
      return cursor.expiresAt.map { (log.lane(of: stream), stream.key, $0, value) }
    }.sorted { $0.stream.uuidString < $1.stream.uuidString }
  }

  func asked(about chain: ChainID, at now: Instant) async throws {
    let stream = StreamID.chain(chain)
    _ = try await pool.withConnection { connection in
      try await connection.query(
        .reconciliationCursorAsked, log.lane(of: stream), stream.key,
        now)
    }
  }

  /// Returns the chains whose histories were read longest ago, before a moment.
  func oldest(
    of apps: Set<BundleID>, before moment: Instant, limit: Int
  ) async throws -> [ReconciliationCursor] {
    try await find(.reconciliationCursorsOldest, of: apps, at: moment, limit: limit)
  }

  /// Returns the next chains of a lane that Apple can be asked about and whose histories were never read,
  /// in the order of their streams.
  func neverRead(
    of apps: Set<BundleID>, in lane: Int16, after stream: UUID, limit: Int
  ) async throws -> [ReconciliationCursor] {
    try await pool.withConnection { connection in
      try await connection.query(
        .reconciliationCursorsNeverRead, lane, apps.map(\.rawValue),
        StoreEnvironment.ofApple.map(\.rawValue), stream, Int64(limit))
    }.compactMap(ReconciliationCursor.init(row:))
  }

  /// Returns those of some chains that have histories which were never read to their ends.
  func neverRead(among chains: Set<ChainID>) async throws -> Set<ChainID> {
    let streams = Self.inOrder(chains).map(\.stream)
    return Set(
      try await pool.withConnection { connection in
        try await connection.query(
          .reconciliationCursorsNeverReadAmong, streams.map(log.lane(of:)), streams.map(\.key))
      }.compactMap(ReconciliationCursor.init(row:)).map(\.chain))
  }

  private func find(
    _ statement: Statement, of apps: Set<BundleID>, at moment: Instant, limit: Int
  ) async throws -> [ReconciliationCursor] {
    try await pool.withConnection { [lanes = log.lanes] connection in
      try await connection.query(
        statement, lanes, moment, Int64(limit), apps.map(\.rawValue))
    }.compactMap(ReconciliationCursor.init(row:))
  }
}

extension ReconciliationCursor {
  /// Returns nil for an environment of a newer writer.
  fileprivate init?(row: Row) throws {
    let (environment, id, bundleID, expiresAt, askedAt, history, refunds, readAt) = try row.decode(
      (
        String, OriginalTransactionID, BundleID, Instant?, Instant?, String?, String?, Instant?
      ).self)
    guard let environment = StoreEnvironment(rawValue: environment) else { return nil }
    self.init(
      chain: ChainID(bundleID, environment, id), expiresAt: expiresAt, askedAt: askedAt,
      readAt: readAt,
      cursor: HistoryCursor(historyRevision: history, refundRevision: refunds))
  }
}
