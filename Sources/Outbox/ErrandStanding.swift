import EventStore
package import Ledger
import Postgres

/// An errand as somebody on call sees it: nothing of its content.
package struct ErrandStanding: Sendable, Hashable {
  package enum State: String, Sendable, Hashable, Codable, CaseIterable {
    case owed, parked, done
  }

  package let id: ErrandID
  package let kind: ErrandKind
  package let environment: StoreEnvironment?
  package let bundleID: BundleID?
  package let subject: String
  package let state: State
  package let reason: String?
  package let attempts: Int32
  package let dueAt: Instant
  package let deadline: Instant?
  /// Somebody works on it until then at most.
  package let leasedUntil: Instant?
  package let madeAt: Instant
  package let changedAt: Instant
}

extension ErrandStanding {
  init(_ row: Row) throws {
    guard let kind = ErrandKind(rawValue: try row.get(2)),
      let state = State(rawValue: try row.get(6))
    else { throw PostgresError.decoding(column: 2, reason: "it is no errand of this version") }
    func moment(_ column: Int) throws -> Instant? {
      try row.optional(column, as: Timestamp.self).map { Instant($0) }
    }
    self.init(
      id: ErrandID(key: try row.get(1)), kind: kind,
      environment: try row.optional(3, as: String.self).flatMap(StoreEnvironment.init),
      bundleID: try row.optional(4, as: String.self).map { BundleID($0) },
      subject: try row.get(5), state: state, reason: try row.optional(7),
      attempts: try row.get(8), dueAt: Instant(try row.get(9, as: Timestamp.self)),
      deadline: try moment(10), leasedUntil: try moment(11),
      madeAt: Instant(try row.get(12, as: Timestamp.self)),
      changedAt: Instant(try row.get(13, as: Timestamp.self)))
  }
}
