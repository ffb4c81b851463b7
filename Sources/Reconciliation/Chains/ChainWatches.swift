package import EventStore
import Foundation
package import Ledger
package import Postgres

/// The chains that Apple is asked about.
package struct ChainWatches: Sendable {
  private let log: EventLog
  private let pool: Pool

  package init(_ pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
  }

  func watch(_ chain: ChainID) async throws -> ChainWatch? {
    let stream = StreamID.chain(chain)
    return try await pool.withConnection { connection in
      try await connection.query(
        ReconciliationStatements.watchRead, log.lane(of: stream), stream.key)
    }.compactMap(ChainWatch.init(row:)).first
  }

  /// Whether the histories of a chain's customer were read to their ends, since a moment or ever.
  package func isRead(_ chain: ChainID, since moment: Instant? = nil) async throws -> Bool {
    guard let readAt = try await watch(chain)?.readAt else { return false }
    return moment.map { readAt >= $0 } ?? true
  }

  /// Chains of an app whose customers' histories were not read since a moment.
  func unread(in store: StoreFront, since moment: Instant, limit: Int) async throws -> [ChainWatch]
  {
    try await pool.withConnection { [lanes = log.lanes] connection in
      try await connection.query(
        ReconciliationStatements.watchesUnread, lanes, store.bundleID.rawValue,
        store.environment.rawValue, Timestamp(moment), Int64(limit))
    }.compactMap(ChainWatch.init(row:))
  }

  /// Writes down how far the histories of a customer were read, for all their chains: one history is
  /// all of theirs.
  ///
  /// - Parameter readAt: when both were read to their ends; nil while they are not.
  package func keep(
    _ cursor: HistoryCursor, of chains: Set<ChainID>, in bundleID: BundleID, readAt: Instant?
  ) async throws {
    let chains = chains.map { (id: $0, stream: StreamID.chain($0)) }
      .sorted { $0.stream.key.uuidString < $1.stream.key.uuidString }
    _ = try await pool.withConnection { connection in
      try await connection.query(
        ReconciliationStatements.watchesKeep, chains.map { log.lane(of: $0.stream) },
        chains.map(\.stream.key), chains.map(\.id.environment.rawValue),
        chains.map(\.id.originalTransactionID.rawValue), bundleID.rawValue,
        cursor.historyRevision, cursor.refundRevision, readAt.map { Timestamp($0) })
    }
  }

  /// Subscriptions whose period ended before a moment and of which nothing settled what followed.
  func expired(
    of apps: Set<BundleID>, before moment: Instant, limit: Int
  ) async throws -> [ChainWatch] {
    try await find(ReconciliationStatements.watchesExpired, of: apps, before: moment, limit: limit)
  }

  /// Nothing is to be asked any more for the ends of these chains.
  func settle(_ watches: [ChainWatch]) async throws {
    let ended = watches.compactMap { watch in
      watch.expiresAt.map { (stream: StreamID.chain(watch.chain), end: $0) }
    }
    _ = try await pool.withConnection { connection in
      try await connection.query(
        ReconciliationStatements.watchesSettle, ended.map { log.lane(of: $0.stream) },
        ended.map(\.stream.key), ended.map { Timestamp($0.end) })
    }
  }

  func asked(about chain: ChainID, at now: Instant) async throws {
    let stream = StreamID.chain(chain)
    _ = try await pool.withConnection { connection in
      try await connection.query(
        ReconciliationStatements.watchAsked, log.lane(of: stream), stream.key, Timestamp(now))
    }
  }

  /// Chains whose histories were read longest ago, before a moment.
  func oldest(
    of apps: Set<BundleID>, before moment: Instant, limit: Int
  ) async throws -> [ChainWatch] {
    try await find(ReconciliationStatements.watchesOldest, of: apps, before: moment, limit: limit)
  }

  private func find(
    _ statement: Statement, of apps: Set<BundleID>, before moment: Instant, limit: Int
  ) async throws -> [ChainWatch] {
    try await pool.withConnection { [lanes = log.lanes] connection in
      try await connection.query(
        statement, lanes, Timestamp(moment), Int64(limit), apps.map(\.rawValue))
    }.compactMap(ChainWatch.init(row:))
  }
}

extension ChainWatch {
  /// Nil for an environment of a newer writer.
  fileprivate init?(row: Row) throws {
    guard let environment = StoreEnvironment(rawValue: try row.get(0)) else { return nil }
    self.init(
      chain: ChainID(environment, OriginalTransactionID(try row.get(1, as: String.self))),
      bundleID: BundleID(try row.get(2)),
      expiresAt: try row.optional(3, as: Timestamp.self).map { Instant($0) },
      askedAt: try row.optional(4, as: Timestamp.self).map { Instant($0) },
      readAt: try row.optional(7, as: Timestamp.self).map { Instant($0) },
      cursor: HistoryCursor(
        historyRevision: try row.optional(5), refundRevision: try row.optional(6)))
  }
}
