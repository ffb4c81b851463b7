import EventStore
package import Ledger
import Postgres

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

extension JobStatus {
  init(_ row: Row) throws {
    guard let kind = JobKind(rawValue: try row.get(2)),
      let state = State(rawValue: try row.get(6))
    else { throw PostgresError.decoding(column: 2, reason: "it is no job of this version") }
    func moment(_ column: Int) throws -> Instant? {
      try row.optional(column, as: PostgresTimestamp.self).map { Instant($0) }
    }
    self.init(
      id: JobID(key: try row.get(1)), kind: kind,
      environment: try row.optional(3, as: String.self).flatMap(StoreEnvironment.init),
      bundleID: try row.optional(4, as: String.self).map { BundleID($0) },
      subject: try row.get(5), state: state, reason: try row.optional(7),
      attempts: try row.get(8), dueAt: Instant(try row.get(9, as: PostgresTimestamp.self)),
      deadline: try moment(10), leasedUntil: try moment(11),
      madeAt: Instant(try row.get(12, as: PostgresTimestamp.self)),
      changedAt: Instant(try row.get(13, as: PostgresTimestamp.self)))
  }
}
