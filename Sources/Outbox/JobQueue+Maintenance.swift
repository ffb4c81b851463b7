import EventStore
import Foundation
import Intake
package import Ledger
import Postgres

extension JobQueue {
  private static let rewrapMax: Int64 = 1_000
  private static let receiptsMax: Int64 = 1_000

  /// Returns a page of jobs in the order they were first enqueued, and the cursor of the next page,
  /// nil at the end.
  package func list(
    state: JobStatus.State? = nil, kind: JobKind? = nil,
    after cursor: JobCursor = .beginning, limit: Int
  ) async throws -> (jobs: [JobStatus], next: JobCursor?) {
    let found = try await pool.withConnection { [log] connection in
      try await connection.query(
        .jobsPage, log.lanes, cursor.moment, cursor.id.key,
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
    try await pool.withConnection { [log] connection in
      try await connection.query(
        .jobsRetry, log.lanes, now, kind?.rawValue, reason)
    }.affected
  }

  /// Makes one job due at once, dead-lettered or not. Returns false if there is no unfinished job
  /// with this id.
  package func retry(_ id: JobID, at now: Instant) async throws -> Bool {
    let lane = lane(of: id)
    return try await pool.withConnection { connection in
      try await connection.query(.jobsRetryOne, lane, id.key, now)
    }.affected > 0
  }

  /// Dead-letters a job until an operator retries it. Returns false if there is no unfinished job
  /// with this id.
  package func park(_ id: JobID, reason: String, at now: Instant) async throws -> Bool {
    let lane = lane(of: id)
    return try await pool.withConnection { connection in
      try await connection.query(.jobsDeadLetterOne, lane, id.key, reason, now)
    }.affected > 0
  }

  /// Deletes the jobs of an account by any of its names, with their sealed content. Returns their
  /// number.
  package func forget(
    _ account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Int {
    let names = try await names(of: account, of: bundleID, in: environment)
    return try await pool.withConnection { [log] connection in
      try await connection.query(.jobsForget, log.lanes, names.map(\.key))
    }.affected
  }

  /// Returns the references by which jobs may name an account.
  func names(
    of account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Set<AccountReference> {
    let known = try await AccountReader(log).resolve(
      AccountReference(environment, bundleID, account))
    return known.names.union([.unplaced(account)])
  }

  /// Deletes jobs and receipts that were kept for `keepsFor`. Returns the number of each.
  package func clean(at now: Instant) async throws -> (jobs: Int, receipts: Int) {
    let before = Instant(milliseconds: now.milliseconds - Self.keepsFor.milliseconds)
    let jobs = try await pool.withConnection { [log] connection in
      try await connection.query(.jobsClean, log.lanes, before)
    }.affected
    var receipts = 0
    while true {
      let some = try await pool.withConnection { [log] connection in
        try await connection.query(.receiptsClean, log.lanes, before, Self.receiptsMax)
      }.affected
      receipts += some
      if some < Self.receiptsMax { return (jobs, receipts) }
    }
  }

  /// Rewraps the keys of some contents with the keyring's first key. Returns their number, 0 once
  /// all are rewrapped.
  package func rewrapSome() async throws -> Int {
    try await pool.withTransaction { [log, keyring] connection in
      let rewrapped = try connection.query(
        .jobsToRewrap, log.lanes, log.rewrapping.sealingKeyID, Self.rewrapMax
      ).map { row in
        let (lane, job, masterKeyID, bytes) = try row.decode((Int16, UUID, String, [UInt8]).self)
        let context = SealingContext(lane: lane, stream: job)
        let wrapped = WrappedKey(masterKeyID: masterKeyID, bytes: bytes)
        return (context, try wrapped.rewrapped(by: keyring, for: context))
      }
      guard !rewrapped.isEmpty else { return 0 }
      try connection.query(
        .jobsRewrap, rewrapped.map(\.0.lane), rewrapped.map(\.0.stream),
        rewrapped.map(\.1.masterKeyID), rewrapped.map(\.1.bytes))
      return rewrapped.count
    }
  }
}
