import EventStore
package import Ledger
import Postgres

/// The jobs as the person on call handles them: listed, retried, dead-lettered.
package struct JobAdministration: Sendable {
  private let pool: Pool
  private let log: EventLog
  private let lanes: JobLanes

  init(pool: Pool, log: EventLog, lanes: JobLanes) {
    self.pool = pool
    self.log = log
    self.lanes = lanes
  }

  /// Returns a page of jobs in the order they were first enqueued, and the cursor of the next page,
  /// nil at the end.
  package func list(
    state: JobStatus.State? = nil, kind: JobKind? = nil, reason: String? = nil, app: String? = nil,
    after cursor: JobCursor = .beginning, limit: Int
  ) async throws -> (jobs: [JobStatus], next: JobCursor?) {
    let found = try await pool.withConnection { [lanes] connection in
      try await connection.query(
        .jobsPage, lanes.all, cursor.moment, cursor.id.key,
        state?.rawValue, kind?.rawValue, reason, app, Int64(limit) + 1)
    }.decode(JobStatus.self)
    let page = Array(found.prefix(limit))
    let next = page.last.map { JobCursor(moment: $0.madeAt, id: $0.id) }
    return (page, found.count > limit ? next : nil)
  }

  /// Returns the totals of pending and dead-lettered jobs.
  package func summary() async throws -> [JobSummary] {
    try await pool.withConnection { [lanes] connection in
      try await connection.query(.jobsSummary, lanes.all)
    }.decode()
  }

  /// Returns the oldest unfinished jobs of an account, pending and dead-lettered.
  ///
  /// - Parameter names: all names of the account.
  package func waiting(
    for account: AccountID, named names: Set<AccountReference>, limit: Int
  ) async throws -> [JobStatus] {
    let names = names.union([.unplaced(account)])
    return try await pool.withConnection { [lanes] connection in
      try await connection.query(
        .jobsWaitingOfAccount, lanes.all, names.map(\.key), Int64(limit))
    }.decode(JobStatus.self)
  }

  /// Returns the moment at which the next job of these kinds is due that has failed, other than for one of
  /// some reasons; nil if there is none.
  package func nextRetry(
    of kinds: Set<JobKind>, otherThanFor reasons: [String]
  ) async throws -> Instant? {
    try await pool.withConnection { [lanes] connection in
      try await connection.query(.jobsNextDue, lanes.all, kinds.words, reasons)
    }.decode(Instant?.self).first ?? nil
  }

  /// Deletes jobs that were asked for before a moment, because they are served. A job that a worker has is
  /// left to the worker.
  package func settleServed(_ jobs: [JobID], askedBefore moment: Instant) async throws {
    _ = try await pool.withConnection { [lanes] connection in
      try await connection.query(
        .jobsServe, jobs.map(lanes.lane(of:)), jobs.map(\.key), moment)
    }
  }

  /// The dead-lettered readings of an app in an environment.
  package struct MissingReadings: Hashable, Sendable {
    package let bundleID: BundleID
    package let environment: StoreEnvironment
    package let count: Int64
  }

  /// Returns the number of dead-lettered readings of each app and environment.
  package func missingReadings() async throws -> [MissingReadings] {
    try await pool.withConnection { [lanes] connection in
      try await connection.query(
        .jobsReadingsMissing, lanes.all, JobKind.readings.words, JobKind.purchaseUnknown)
    }.decode((BundleID, StoreEnvironment, Int64).self).map(MissingReadings.init)
  }

  /// Makes jobs due at once that are dead-lettered, or that wait after a failure. Returns their number. A job
  /// that a process works on is left alone.
  ///
  /// - Parameter signature: the person who retries them; nil if the program does.
  package func retry(
    _ filter: JobFilter, at now: Instant, signed signature: ActSignature? = nil
  ) async throws -> Int {
    let call = Call(
      .jobsRetry, lanes.all, now, filter.state?.rawValue, filter.kind?.rawValue, filter.reason,
      filter.app)
    return try await act(
      signature.map { ActRecorded(.outboxRetry, values: filter.values, signed: $0, at: now) }, call)
  }

  /// Makes one job due at once, dead-lettered or not. Returns false if there is no unfinished job
  /// with this id.
  package func retry(
    _ id: JobID, at now: Instant, signed signature: ActSignature? = nil
  ) async throws -> Bool {
    try await act(
      signature.map { ActRecorded(.outboxRetry, on: id.description, signed: $0, at: now) },
      Call(.jobsRetryOne, lanes.lane(of: id), id.key, now)) > 0
  }

  /// Dead-letters a job until an operator retries it. Returns false if there is no unfinished job
  /// with this id.
  package func park(
    _ id: JobID, reason: String, at now: Instant, by author: ActAuthor? = nil
  ) async throws -> Bool {
    let signature = author.map { ActSignature($0, because: reason) }
    return try await act(
      signature.map { ActRecorded(.outboxPark, on: id.description, signed: $0, at: now) },
      Call(.jobsDeadLetterOne, lanes.lane(of: id), id.key, reason, now)) > 0
  }

  /// Changes jobs, and records the act in the same transaction unless it changes none. Returns their number.
  private func act(_ act: ActRecorded?, _ call: Call) async throws -> Int {
    guard let act else {
      return try await pool.withConnection { try await $0.query([call])[0] }.affected
    }
    do {
      return try await log.acts.perform(act, in: pool) { connection, _ in
        let count = try connection.query([call])[0].affected
        guard count > 0 else { throw NothingChanged() }
        return count
      }
    } catch is NothingChanged {
      return 0
    }
  }

  private struct NothingChanged: Error {}
}

extension JobFilter {
  /// The words of the filter, for the act.
  fileprivate var values: [String: String] {
    let values: [String: String?] = [
      "state": state?.rawValue, "kind": kind?.rawValue, "reason": reason, "app": app,
    ]
    return values.compactMapValues(\.self)
  }
}
