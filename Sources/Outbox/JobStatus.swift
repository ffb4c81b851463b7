import EventStore
package import Ledger
package import Postgres

/// The status of a job as an operator sees it, without its content.
package struct JobStatus: Sendable, Hashable {
  package enum State: String, Sendable, Hashable, Codable, CaseIterable {
    case owed, parked, done
  }

  package let id: JobID
  package let kind: JobKind
  package let environment: StoreEnvironment?
  package let bundleID: BundleID?
  package let subject: String
  package let state: State
  package let reason: String?
  package let attempts: Int32
  package let dueAt: Instant
  package let deadline: Instant?
  /// The end of the present lease; nil if no process works on the job.
  package let leasedUntil: Instant?
  package let madeAt: Instant
  package let changedAt: Instant
}

extension JobStatus: RowDecodable {
  package init(_ columns: inout ColumnReader) throws {
    _ = try columns.next(Int16.self)  // the lane
    id = try columns.next()
    kind = try columns.next()
    environment = try columns.next(String?.self).flatMap(StoreEnvironment.init)
    bundleID = try columns.next()
    subject = try columns.next()
    state = try columns.next()
    reason = try columns.next()
    attempts = try columns.next()
    dueAt = try columns.next()
    deadline = try columns.next()
    leasedUntil = try columns.next()
    madeAt = try columns.next()
    changedAt = try columns.next()
  }
}

extension JobStatus.State: PostgresDecodable {}
