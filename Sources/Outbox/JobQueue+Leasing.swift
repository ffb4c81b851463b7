import EventStore
import Foundation
package import Ledger
import Postgres

extension JobQueue {
  /// The number of jobs of an app that are examined so that its accounts take turns.
  private static let window: Int64 = 2_000

  /// Leases due jobs: the oldest of each app and account before a second of any. No other process
  /// has a leased job meanwhile. A job that is not settled within the lease becomes due again.
  package func lease(
    _ kinds: Set<JobKind>, limit: Int, at now: Instant, lasting: Duration
  ) async throws -> [Job] {
    let lanes = try await pool.withConnection { [log] connection in
      try await connection.query(.jobsLanesDue, log.lanes, PostgresTimestamp(now), kinds.words)
    }.map { try $0.get(0, as: Int16.self) }
    var leased: [Job] = []
    for (index, lane) in lanes.shuffled().enumerated() where leased.count < limit {
      let share = (limit - leased.count + lanes.count - index - 1) / (lanes.count - index)
      leased += try await lease(
        choosing: .jobsChoose,
        [
          lane, PostgresTimestamp(now), kinds.words, Int64(share), JobKind.outward.words,
          Self.window,
        ], until: now + lasting)
    }
    return leased
  }

  /// Leases the pending jobs of an account, due or not, by any of its names.
  package func lease(
    _ kinds: Set<JobKind>, of names: Set<AccountReference>, limit: Int, at now: Instant,
    lasting: Duration
  ) async throws -> [Job] {
    try await lease(
      choosing: .jobsOfAccount,
      [
        log.lanes, PostgresTimestamp(now), kinds.words, Int64(limit), JobKind.outward.words,
        names.map(\.key),
      ], until: now + lasting)
  }

  private func lease(
    choosing statement: Statement, _ parameters: [(any PostgresEncodable)?], until end: Instant
  ) async throws -> [Job] {
    try await pool.withTransaction { connection in
      let chosen = try connection.query(statement, parameters)
      guard !chosen.isEmpty else { return [] }
      return try connection.query(
        .jobsLease, chosen.map { try $0.get(0, as: Int16.self) },
        chosen.map { try $0.get(1, as: UUID.self) }, UUID(), PostgresTimestamp(end)
      ).map(Job.init)
    }
  }

  /// Ends a lease. Does nothing if the job no longer has this lease. A job that was requested
  /// meanwhile is due again at once.
  package func settle(
    _ job: Job, _ settlement: JobTransition, at now: Instant
  ) async throws {
    try await pool.withTransaction { connection in
      switch settlement {
      case .done where job.kind.isKept:
        try settle(job, state: "done", due: now, at: now, on: connection)
      case .done:
        let removed = try connection.query(.jobsRemove, job.lane, job.id.key, job.lease, job.asks)
        guard removed.affected == 0 else { return }
        try settle(job, state: "owed", due: now, at: now, on: connection)
      case .wait(let moment, let attempts, let reason):
        try settle(
          job, state: "owed", reason, attempts: attempts, due: moment, at: now, on: connection)
      case .park(let reason, let attempts):
        try settle(
          job, state: "parked", reason, attempts: attempts, due: now, at: now, on: connection)
      }
    }
  }

  private func settle(
    _ job: Job, state: String, _ reason: String? = nil, attempts: Int32 = 0, due: Instant,
    at now: Instant, on connection: isolated Connection
  ) throws {
    try connection.query(
      .jobsSettle, job.lane, job.id.key, job.lease, job.asks, state,
      reason, attempts, PostgresTimestamp(due), PostgresTimestamp(now))
  }
}

extension Set<JobKind> {
  var words: [String] { map(\.rawValue).sorted() }
}

extension Job {
  init(_ row: Row) throws {
    let kind = try row.get(2, as: String.self)
    guard let known = JobKind(rawValue: kind) else {
      throw PostgresError.decoding(column: 2, reason: "the kind of job is unknown")
    }
    self.init(
      lane: try row.get(0), id: JobID(key: try row.get(1)), kind: known,
      environment: try row.optional(3, as: String.self).flatMap(StoreEnvironment.init),
      bundleID: try row.optional(4, as: String.self).map { BundleID($0) },
      account: try row.optional(5, as: UUID.self).map { AccountReference(key: $0) },
      subject: try row.get(6), content: try SealedContent(row, from: 7),
      attempts: try row.get(10),
      deadline: try row.optional(11, as: PostgresTimestamp.self).map { Instant($0) },
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
