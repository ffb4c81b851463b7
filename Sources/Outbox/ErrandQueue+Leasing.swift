import EventStore
import Foundation
package import Ledger
import Postgres

extension ErrandQueue {
  /// How many errands of an app are looked at to let its accounts take turns.
  private static let window: Int64 = 2_000

  /// Takes what is due, for so long: the oldest of each app and account before a second of any. Nobody
  /// else has it meanwhile; what is not settled by then comes back by itself.
  package func lease(
    _ kinds: Set<ErrandKind>, limit: Int, at now: Instant, lasting: Duration
  ) async throws -> [Errand] {
    let lanes = try await pool.withConnection { [log] connection in
      try await connection.query(
        OutboxStatements.errandsLanesDue, log.lanes, Timestamp(now), kinds.words)
    }.map { try $0.get(0, as: Int16.self) }
    var leased: [Errand] = []
    for (index, lane) in lanes.shuffled().enumerated() where leased.count < limit {
      let share = (limit - leased.count + lanes.count - index - 1) / (lanes.count - index)
      leased += try await lease(
        choosing: OutboxStatements.errandsChoose,
        [
          lane, Timestamp(now), kinds.words, Int64(share), ErrandKind.outward.words, Self.window,
        ], until: now + lasting)
    }
    return leased
  }

  /// Takes what is owed for an account, due or not, by any of its names.
  package func lease(
    _ kinds: Set<ErrandKind>, of names: Set<AccountReference>, limit: Int, at now: Instant,
    lasting: Duration
  ) async throws -> [Errand] {
    try await lease(
      choosing: OutboxStatements.errandsOfAccount,
      [
        log.lanes, Timestamp(now), kinds.words, Int64(limit), ErrandKind.outward.words,
        names.map(\.key),
      ], until: now + lasting)
  }

  private func lease(
    choosing statement: Statement, _ parameters: [(any PostgresEncodable)?], until end: Instant
  ) async throws -> [Errand] {
    try await pool.withTransaction { connection in
      let chosen = try connection.query(statement, parameters)
      guard !chosen.isEmpty else { return [] }
      return try connection.query(
        OutboxStatements.errandsTake, chosen.map { try $0.get(0, as: Int16.self) },
        chosen.map { try $0.get(1, as: UUID.self) }, UUID(), Timestamp(end)
      ).map(Errand.init)
    }
  }

  /// Ends a lease. Does nothing where it has ended by itself; what was asked for meanwhile is due again at
  /// once.
  package func settle(
    _ errand: Errand, _ settlement: Settlement, at now: Instant
  ) async throws {
    try await pool.withTransaction { connection in
      switch settlement {
      case .done where errand.kind.isKept:
        try settle(errand, state: "done", due: now, at: now, on: connection)
      case .done:
        let removed = try connection.query(
          OutboxStatements.errandsRemove, errand.lane, errand.id.key, errand.lease, errand.asks)
        guard removed.affected == 0 else { return }
        try settle(errand, state: "owed", due: now, at: now, on: connection)
      case .wait(let moment, let attempts, let reason):
        try settle(
          errand, state: "owed", reason, attempts: attempts, due: moment, at: now, on: connection)
      case .park(let reason, let attempts):
        try settle(
          errand, state: "parked", reason, attempts: attempts, due: now, at: now, on: connection)
      }
    }
  }

  private func settle(
    _ errand: Errand, state: String, _ reason: String? = nil, attempts: Int32 = 0, due: Instant,
    at now: Instant, on connection: isolated Connection
  ) throws {
    try connection.query(
      OutboxStatements.errandsSettle, errand.lane, errand.id.key, errand.lease, errand.asks, state,
      reason, attempts, Timestamp(due), Timestamp(now))
  }
}

extension Set<ErrandKind> {
  var words: [String] { map(\.rawValue).sorted() }
}

extension Errand {
  init(_ row: Row) throws {
    let kind = try row.get(2, as: String.self)
    guard let known = ErrandKind(rawValue: kind) else {
      throw PostgresError.decoding(column: 2, reason: "it is no kind of errand")
    }
    self.init(
      lane: try row.get(0), id: ErrandID(key: try row.get(1)), kind: known,
      environment: try row.optional(3, as: String.self).flatMap(StoreEnvironment.init),
      bundleID: try row.optional(4, as: String.self).map { BundleID($0) },
      account: try row.optional(5, as: UUID.self).map { AccountReference(key: $0) },
      subject: try row.get(6), content: try SealedContent(row, from: 7),
      attempts: try row.get(10),
      deadline: try row.optional(11, as: Timestamp.self).map { Instant($0) },
      asks: try row.get(12), lease: try row.get(13))
  }
}

extension SealedContent {
  fileprivate init?(_ row: Row, from column: Int) throws {
    guard let bytes = try row.optional(column, as: [UInt8].self) else { return nil }
    self.init(
      bytes: bytes,
      key: WrappedKey(
        masterKeyID: try row.get(column + 1), bytes: try row.get(column + 2)))
  }
}
