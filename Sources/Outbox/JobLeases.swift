import EventStore
import Foundation
package import Ledger
import Postgres

/// The leases of jobs. No other process performs a job while its lease lasts.
package struct JobLeases: Sendable {
  /// The number of jobs of an app that are examined so that its accounts take turns.
  private static let window: Int64 = 2_000

  private let pool: Pool
  private let lanes: JobLanes

  init(pool: Pool, lanes: JobLanes) {
    self.pool = pool
    self.lanes = lanes
  }

  /// Leases due jobs: the oldest of each app and account before a second of any. No other process
  /// has a leased job meanwhile. A job that is not settled within the lease becomes due again.
  ///
  /// - Parameters:
  ///   - now: the moment by which jobs are due. Leases begin and end by the clock of the database,
  ///     because the clocks of processes differ.
  package func lease(
    _ kinds: Set<JobKind>, limit: Int, at now: Instant, lasting: Duration
  ) async throws -> [Job] {
    let due = try await pool.withConnection { [lanes] connection in
      try await connection.query(.jobsLanesDue, lanes.all, now, kinds.words)
    }.decode(Int16.self)
    var leased: [Job] = []
    for (index, lane) in due.shuffled().enumerated() where leased.count < limit {
      let share = (limit - leased.count + due.count - index - 1) / (due.count - index)
      leased += try await lease(
        choosing: .jobsChoose,
        [
          lane, now, kinds.words, Int64(share), JobKind.outward.words,
          Self.window,
        ], lasting: lasting)
    }
    return leased
  }

  /// Leases the pending jobs of an account, due or not, by any of its names.
  package func lease(
    _ kinds: Set<JobKind>, of names: Set<AccountReference>, limit: Int, lasting: Duration
  ) async throws -> [Job] {
    try await lease(
      choosing: .jobsOfAccount,
      [
        lanes.all, kinds.words, Int64(limit), JobKind.outward.words, names.map(\.key),
      ], lasting: lasting)
  }

  private func lease(
    choosing statement: Statement, _ parameters: [(any PostgresEncodable)?], lasting: Duration
  ) async throws -> [Job] {
    try await pool.withTransaction { connection in
      let chosen = try connection.query(statement, parameters).decode((Int16, UUID).self)
      guard !chosen.isEmpty else { return [] }
      return try connection.query(
        .jobsLease, chosen.map(\.0), chosen.map(\.1), UUID(), lasting.milliseconds
      ).decode()
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
      reason, attempts, due, now)
  }
}

extension Set<JobKind> {
  package var words: [String] { map(\.rawValue).sorted() }
}
