package import Ledger
import Postgres

/// The jobs as the person on call handles them: listed, retried, dead-lettered.
package struct JobAdministration: Sendable {
  private let pool: Pool
  private let lanes: JobLanes

  init(pool: Pool, lanes: JobLanes) {
    self.pool = pool
    self.lanes = lanes
  }

  /// Returns a page of jobs in the order they were first enqueued, and the cursor of the next page,
  /// nil at the end.
  package func list(
    state: JobStatus.State? = nil, kind: JobKind? = nil,
    after cursor: JobCursor = .beginning, limit: Int
  ) async throws -> (jobs: [JobStatus], next: JobCursor?) {
    let found = try await pool.withConnection { [lanes] connection in
      try await connection.query(
        .jobsPage, lanes.all, cursor.moment, cursor.id.key,
        state?.rawValue, kind?.rawValue, Int64(limit) + 1)
    }.decode(JobStatus.self)
    let page = Array(found.prefix(limit))
    let next = page.last.map { JobCursor(moment: $0.madeAt, id: $0.id) }
    return (page, found.count > limit ? next : nil)
  }

  /// Makes dead-lettered jobs due at once. Returns their number.
  package func retryDeadLetters(
    kind: JobKind? = nil, reason: String? = nil, at now: Instant
  ) async throws -> Int {
    try await pool.withConnection { [lanes] connection in
      try await connection.query(
        .jobsRetry, lanes.all, now, kind?.rawValue, reason)
    }.affected
  }

  /// Makes one job due at once, dead-lettered or not. Returns false if there is no unfinished job
  /// with this id.
  package func retry(_ id: JobID, at now: Instant) async throws -> Bool {
    let lane = lanes.lane(of: id)
    return try await pool.withConnection { connection in
      try await connection.query(.jobsRetryOne, lane, id.key, now)
    }.affected > 0
  }

  /// Dead-letters a job until an operator retries it. Returns false if there is no unfinished job
  /// with this id.
  package func park(_ id: JobID, reason: String, at now: Instant) async throws -> Bool {
    let lane = lanes.lane(of: id)
    return try await pool.withConnection { connection in
      try await connection.query(.jobsDeadLetterOne, lane, id.key, reason, now)
    }.affected > 0
  }
}
