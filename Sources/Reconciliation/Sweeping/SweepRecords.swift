import EventStore
import Foundation
import Ledger
package import Postgres

/// The records of sweeps.
package struct SweepRecords: Sendable {
  private let pool: Pool

  package init(_ pool: Pool) {
    self.pool = pool
  }

  /// Returns the interrupted sweep of this window, or a new one.
  func begin(_ window: Window, of store: StoreEndpoint, at now: Instant) async throws -> Sweep {
    let new = Sweep(id: UUID(), store: store, window: window, startedAt: now)
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        .sweepBegin, new.id, store.bundleID.rawValue,
        store.environment.rawValue, PostgresTimestamp(window.from), PostgresTimestamp(window.to),
        PostgresTimestamp(now))
    }
    return try rows.first.map(Sweep.init(row:)) ?? new
  }

  /// Returns the sweeps that were begun and not read to their ends.
  func unfinished(of store: StoreEndpoint) async throws -> [Sweep] {
    try await pool.withConnection { connection in
      try await connection.query(
        .sweepsUnfinished, store.bundleID.rawValue,
        store.environment.rawValue)
    }.map(Sweep.init(row:))
  }

  /// Deletes an interrupted sweep. Its unread part is planned again.
  func drop(_ sweep: Sweep) async throws {
    _ = try await pool.withConnection { connection in
      try await connection.query(.sweepDrop, sweep.id)
    }
  }

  /// Records the progress of a sweep, and the rejected notifications of its last page.
  func close(_ sweep: Sweep, _ taken: [SweptNotification], at now: Instant) async throws {
    let store = sweep.store
    try await pool.withTransaction { connection in
      try connection.post(
        .sweepMove, sweep.id, sweep.paginationToken, sweep.count.expected,
        sweep.count.present, sweep.count.repaired, sweep.count.rejected, PostgresTimestamp(now),
        sweep.finishedAt.map { PostgresTimestamp($0) })
      let rejected = taken.compactMap { item in
        if case .rejected(let code) = item.outcome { (item.digest, code) } else { nil }
      }
      try connection.post(
        .rejectedNotificationsForget, store.bundleID.rawValue,
        store.environment.rawValue, taken.filter(\.isHere).map(\.digest.bytes))
      try connection.query(
        .rejectedNotificationsWrite, store.bundleID.rawValue,
        store.environment.rawValue, rejected.map(\.0.bytes), rejected.map(\.1),
        PostgresTimestamp(now))
    }
  }

  /// Returns, for each age of `SweepPlan`, the parts of the history that were read at least that
  /// long after their end.
  func coverage(of store: StoreEndpoint) async throws -> [Duration: Coverage] {
    let seconds = SweepPlan.ages.map(\.components.seconds)
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        .sweepCoverage, store.bundleID.rawValue,
        store.environment.rawValue, seconds)
    }
    var windows: [Duration: [Window]] = [:]
    for row in rows {
      let age = Duration.seconds(try row.get(0, as: Int64.self))
      let window = Window(
        from: Instant(try row.get(1, as: PostgresTimestamp.self)),
        to: Instant(try row.get(2, as: PostgresTimestamp.self)))
      if let window { windows[age, default: []].append(window) }
    }
    return windows.mapValues(Coverage.init)
  }
}

extension SweptNotification {
  fileprivate var isHere: Bool {
    switch outcome {
    case .present, .repaired: true
    case .rejected: false
    }
  }
}

extension Sweep {
  /// Reads the columns in the order of `sweep_begin.sql`.
  init(row: Row) throws {
    let environment = StoreEnvironment(rawValue: try row.get(2))
    let window = Window(
      from: Instant(try row.get(3, as: PostgresTimestamp.self)),
      to: Instant(try row.get(4, as: PostgresTimestamp.self)))
    guard let environment, let window else {
      throw PostgresError.decoding(column: 2, reason: "no environment or no window")
    }
    self.init(
      id: try row.get(0), store: StoreEndpoint(BundleID(try row.get(1)), environment),
      window: window,
      startedAt: Instant(try row.get(5, as: PostgresTimestamp.self)),
      paginationToken: try row.optional(6),
      finishedAt: try row.optional(7, as: PostgresTimestamp.self).map { Instant($0) })
    count.present = try row.get(8)
    count.repaired = try row.get(9)
    count.rejected = try row.get(10)
  }
}
