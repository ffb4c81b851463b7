package import EventStore
import Foundation
package import Ledger
package import Postgres

/// A queue of jobs in the database, each kept until it is done. Several processes share the queue.
package struct JobQueue: Sendable {
  /// The time for which finished jobs, dead-lettered jobs, posts and receipts are kept.
  package static let keepsFor: Duration = .seconds(30 * 86_400)

  let pool: Pool
  package let log: EventLog
  package let keyring: Keyring

  package init(pool: Pool, log: EventLog, keyring: Keyring) {
    self.pool = pool
    self.log = log
    self.keyring = keyring
  }

  func lane(of id: JobID) -> Int16 {
    StreamID.lane(of: id.key, among: log.installation.laneCount)
  }

  func seal(_ content: [UInt8], of id: JobID) throws -> SealedContent {
    try SealedContent(sealing: content, of: id, in: lane(of: id), by: keyring)
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
    let contents = try jobs.map { job in
      try job.content.map { try seal($0, of: job.id) }
    }
    try connection.query(
      .jobsEnqueue,
      [
        ids.map(lane(of:)), ids.map(\.key), jobs.map(\.kind.rawValue),
        jobs.map(\.environment.rawValue), jobs.map(\.bundleID.rawValue),
        jobs.map(\.account?.key), jobs.map(\.subject), contents.map(\.?.bytes),
        contents.map(\.?.key.masterKeyID), contents.map(\.?.key.bytes),
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
