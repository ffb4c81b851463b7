package import EventStore
import Foundation
import Intake
package import Ledger
package import Postgres

/// An audit of jobs and receipts. A job is named by a digest of its columns; receipts are judged by `ReceiptAudit`.
package struct JobAudit: Sendable {
  private static let pageMax: Int64 = 1_000

  private let pool: Pool
  private let keyring: Keyring
  private let lanes: JobLanes

  package init(pool: Pool, log: EventLog) {
    self.pool = pool
    keyring = log.keyring
    lanes = JobLanes(count: log.installation.laneCount)
  }

  /// Returns the findings of a lane, at most `limit`.
  package func findings(
    lane: Int16, limit: Int, at now: Instant
  ) async throws -> [BrokenPromise] {
    var findings = try await jobs(of: lane, limit: limit)
    findings += try await ReceiptAudit(pool: pool, lanes: lanes)
      .faults(lane: lane, limit: limit, at: now).map(\.finding)
    return Array(findings.prefix(limit))
  }

  private func jobs(of lane: Int16, limit: Int) async throws -> [BrokenPromise] {
    var findings: [BrokenPromise] = []
    var last = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    while findings.count < limit {
      let page = try await query(.jobsVerify, lane, last, Self.pageMax).decode(AuditedJob.self)
      for job in page {
        let place = BrokenPromise.Place.record(table: "job", key: "\(lane), \(job.id)")
        let isInPlace = job.named == job.id && lanes.lane(of: job.id) == lane
        let lacking = job.keyLacking(in: keyring).map(BrokenPromise.lacking)
        // Without the key of its content nobody can tell where a job belongs: the key comes back first.
        if !isInPlace, lacking == nil {
          findings.append(
            BrokenPromise(
              place,
              "columns lane, id, kind, environment, app and subject: its id is not their digest: run `daicho reconcile "
                + "repair`, which writes them again if the log or its sealed content tells of the job; take any other row "
                + "from a backup, or without a backup delete it as the owner of the database, then run `daicho reconcile "
                + "repair`, so that a post is sent again by its client"))
        }
        if let lacking {
          if !findings.contains(lacking) { findings.append(lacking) }
        } else if isInPlace, !job.opens(by: keyring, in: lane) {
          // Content is sealed for its place: elsewhere it does not open, and nothing is wrong with it.
          findings.append(
            BrokenPromise(
              place,
              "column sealed: it does not open by its key: take the row from a backup, or delete it as the owner of the "
                + "database and run `daicho reconcile repair`, so that a client posts again"))
        }
      }
      guard page.count == Self.pageMax, let end = page.last?.id.key else { break }
      last = end
    }
    return findings
  }

  private func query(
    _ statement: Statement, _ parameters: (any PostgresEncodable)?...
  ) async throws -> Rows {
    try await pool.withConnection { connection in
      try await connection.query(statement, parameters)
    }
  }
}

/// A job with the columns that its id is made of, and its sealed content.
struct AuditedJob: RowDecodable, Sendable {
  let id: JobID
  private let kind: String
  private let environment: String?
  private let app: String?
  private let subject: String
  private let sealed: [UInt8]?
  private let wrapped: WrappedKey?

  init(_ columns: inout ColumnReader) throws {
    id = try columns.next()
    kind = try columns.next()
    environment = try columns.next()
    app = try columns.next()
    subject = try columns.next()
    sealed = try columns.next()
    let masterKey: String? = try columns.next()
    wrapped = WrappedKey(masterKeyID: masterKey, stored: try columns.next())
  }

  /// The id that is the digest of the columns; nil for an unknown kind. A post is named by its receipt alone.
  var named: JobID? {
    guard let kind = JobKind(rawValue: kind) else { return nil }
    guard kind != .post else { return JobID(.post, nil, nil, subject) }
    let place = environment.flatMap(StoreEnvironment.init(rawValue:))
    return JobID(kind, place, app.map { BundleID($0) }, subject)
  }

  /// True for a request to Apple that has no content of a client, and that can be sent.
  var isReading: Bool {
    sealed == nil && app != nil && environment.flatMap(StoreEnvironment.init(rawValue:)) != nil
      && JobKind(rawValue: kind).map(JobKind.readings.contains) == true
  }

  /// Returns the master key of the content if a keyring has it not.
  func keyLacking(in keyring: Keyring) -> String? {
    wrapped.flatMap { keyring.ids.contains($0.masterKeyID) ? nil : $0.masterKeyID }
  }

  /// True for a job without sealed content, too.
  func opens(by keyring: Keyring, in lane: Int16) -> Bool {
    guard sealed != nil, wrapped != nil else { return true }
    return isSealed(for: id, in: lane, by: keyring)
  }

  /// True if the job has sealed content that opens with this id in this lane, as it does with no other.
  func isSealed(for id: JobID, in lane: Int16, by keyring: Keyring) -> Bool {
    guard let sealed, let wrapped else { return false }
    do throws(EvidenceError) {
      let context = SealingContext(lane: lane, stream: id.key)
      _ = try DataKey(unwrapping: wrapped, by: keyring, for: context).open(sealed, for: context)
      return true
    } catch {
      return false
    }
  }
}
