package import EventStore
import Foundation
package import Ledger
package import Postgres

/// A repair of jobs with an id that is not the digest of their columns, or in another lane. The events of the log
/// tell of which job an id is: either its columns are written again, or its place. A request to Apple is moved to the
/// place of its columns, whether an event owes it or not: it is also owed to clients and to the schedule, and costs
/// nothing. So is a job with content that a client sent, if the content is sealed for that place. Any other job is left
/// alone.
package struct JobRepair: Sendable {
  private static let pageMax = 1_000

  private let pool: Pool
  private let log: EventLog
  private let policy: JobPolicy
  private let lanes: JobLanes

  package init(pool: Pool, log: EventLog, policy: JobPolicy) {
    self.pool = pool
    self.log = log
    self.policy = policy
    lanes = JobLanes(count: log.installation.laneCount)
  }

  /// Mends the altered jobs of all lanes, and records who did so. Returns their number.
  package func run(signed signature: ActSignature, at now: Instant) async throws -> Int {
    let altered = try await altered()
    guard !altered.isEmpty else { return 0 }
    let ids = altered.flatMap { [$0.job.id, $0.job.named].compactMap(\.self) }
    let owed = try await owed(among: Set(ids))
    let mends = altered.compactMap { Mend($0, owed, lanes, log.keyring) }
    guard !mends.isEmpty else { return 0 }
    let act = ActRecorded(
      .reconcileRepair, values: ["jobs": "\(mends.count)"], signed: signature, at: now)
    try await log.acts.perform(act, in: pool) { connection, _ in
      for mend in mends { try mend.apply(at: now, on: connection) }
    }
    return mends.count
  }

  private func altered() async throws -> [AlteredJob] {
    var altered: [AlteredJob] = []
    for lane in lanes.all {
      var last = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
      while true {
        let after = last
        let page = try await pool.withConnection { connection in
          try await connection.query(.jobsVerify, lane, after, Int64(Self.pageMax))
        }.decode(AuditedJob.self)
        altered += page.filter { $0.named != $0.id || lanes.lane(of: $0.id) != lane }
          .map { AlteredJob(lane: lane, job: $0) }
        guard page.count == Self.pageMax, let end = page.last?.id.key else { break }
        last = end
      }
    }
    return altered
  }

  /// Returns those of some jobs that the events of the log create, at whatever time. The rest of a lane is left out
  /// behind an event that cannot be read.
  private func owed(among ids: Set<JobID>) async throws -> [JobID: NewJob] {
    var owed: [JobID: NewJob] = [:]
    for lane in log.lanes {
      var position: Int64 = 0
      while let page = try await readable(lane, after: position) {
        for event in page {
          let moment = event.recordedAt
          let jobs =
            policy.jobs(for: event, at: moment)
            + policy.readings(for: event, isFirst: true, at: moment)
          for job in jobs where ids.contains(job.id) { owed[job.id] = job }
        }
        guard page.count == Self.pageMax, let end = page.last?.id.position else { break }
        position = end
      }
    }
    return owed
  }

  /// Returns the next events of a lane; nil if one of them cannot be read.
  private func readable(_ lane: Int16, after position: Int64) async throws -> [RecordedEvent]? {
    do {
      return try await log.reading.events(lane: lane, after: position, limit: Self.pageMax)
    } catch {
      guard StoredEventError(reading: error) != nil else { throw error }
      return nil
    }
  }
}

/// A job with an id that is not that of its columns or its lane.
private struct AlteredJob: Sendable {
  let lane: Int16
  let job: AuditedJob
}

/// The way to mend an altered job.
private enum Mend: Sendable {
  /// The id is right, and the columns are those of this job.
  case columns(Int16, NewJob)
  /// The columns are right, and the job belongs to this lane and has this id.
  case place(AlteredJob, Int16, JobID)

  /// Returns nil for a job that only its client knows, unless its content is sealed for the place of its columns.
  init?(
    _ altered: AlteredJob, _ owed: [JobID: NewJob], _ lanes: JobLanes, _ keyring: Keyring
  ) {
    let (lane, job) = (altered.lane, altered.job)
    if lanes.lane(of: job.id) == lane, let right = owed[job.id] {
      self = .columns(lane, right)
    } else if let named = job.named,
      named == job.id || owed[named] != nil || job.isReading
        || job.isSealed(for: named, in: lanes.lane(of: named), by: keyring)
    {
      self = .place(altered, lanes.lane(of: named), named)
    } else {
      return nil
    }
  }

  func apply(at now: Instant, on connection: isolated Connection) throws {
    switch self {
    case .columns(let lane, let job):
      _ = try connection.query(
        .jobsMend, lane, job.id.key, job.kind.rawValue, job.environment.rawValue,
        job.bundleID.rawValue, job.subject, now)
    case .place(let altered, let lane, let id):
      _ = try connection.query(
        .jobsCopy, altered.lane, altered.job.id.key, lane, id.key, now)
      let (lanes, ids) = ([altered.lane], [altered.job.id.key])
      _ = try connection.query(.jobsDrop, lanes, ids)
    }
  }
}
