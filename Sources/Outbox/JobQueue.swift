package import EventStore
package import Ledger
package import Postgres

/// A queue of jobs in the database, each kept until it is done. Several processes share the queue.
package struct JobQueue: Sendable {
  package let leases: JobLeases
  package let administration: JobAdministration
  package let retention: JobRetention
  package let contents: JobContents

  let pool: Pool
  let log: EventLog
  let keyring: Keyring
  private let lanes: JobLanes
  let accounts: JobAccounts
  let posts: SavedPosts
  let receipts: ReceiptStore

  package init(pool: Pool, log: EventLog, keyring: Keyring) {
    self.pool = pool
    self.log = log
    self.keyring = keyring
    lanes = JobLanes(count: log.installation.laneCount)
    accounts = JobAccounts(log)
    contents = JobContents(pool: pool, lanes: lanes, keyring: keyring)
    leases = JobLeases(pool: pool, lanes: lanes)
    administration = JobAdministration(pool: pool, log: log, lanes: lanes)
    posts = SavedPosts(lanes: lanes, contents: contents)
    receipts = ReceiptStore(pool: pool, lanes: lanes)
    retention = JobRetention(pool: pool, lanes: lanes, accounts: accounts, receipts: receipts)
  }

  /// Enqueues jobs within a transaction. A job that is pending already becomes due no later than
  /// before. A dead-lettered job stays dead-lettered.
  ///
  /// - Parameter hastening: false keeps the due time of jobs that are pending already.
  package func enqueue(
    _ jobs: [NewJob], hastening: Bool = true, at now: Instant,
    on connection: isolated Connection
  ) throws {
    let jobs = jobs.soonestOfEach
    guard !jobs.isEmpty else { return }
    let ids = jobs.map(\.id)
    let sealed = try jobs.map { job in
      try job.content.map { try contents.seal($0, of: job.id) }
    }
    try connection.query(
      .jobsEnqueue,
      [
        ids.map(lanes.lane(of:)), ids.map(\.key), jobs.map(\.kind.rawValue),
        jobs.map(\.environment.rawValue), jobs.map(\.bundleID.rawValue),
        jobs.map(\.account?.key), jobs.map(\.subject), sealed.map(\.?.bytes),
        sealed.map(\.?.key.masterKeyID), sealed.map(\.?.key.bytes),
        jobs.map(\.dueAt),
        jobs.map { $0.deadline },
        now, hastening,
      ])
  }

  /// Enqueues jobs. Returns after the commit.
  package func enqueue(
    _ jobs: [NewJob], hastening: Bool = true, at now: Instant
  ) async throws {
    try await pool.withTransaction { connection in
      try enqueue(jobs, hastening: hastening, at: now, on: connection)
    }
  }
}

extension [NewJob] {
  /// Each job once, with its earliest due time, always in the same order, so that no two processes
  /// wait for each other.
  fileprivate var soonestOfEach: [NewJob] {
    var soonest: [JobID: NewJob] = [:]
    for job in self {
      let known = soonest[job.id]
      if known.map({ job.dueAt < $0.dueAt }) ?? true { soonest[job.id] = job }
    }
    return soonest.sorted { $0.key.description < $1.key.description }.map(\.value)
  }
}
