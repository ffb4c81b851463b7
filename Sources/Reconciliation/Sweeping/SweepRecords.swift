import EventStore
import Foundation
import Ledger
package import Postgres

/// The history of sweeps.
package struct SweepRecords: Sendable {
  private let pool: Pool

  package init(_ pool: Pool) {
    self.pool = pool
  }

  /// The sweep of this window that was cut short, or a new one.
  func begin(_ window: Window, of store: StoreFront, at now: Instant) async throws -> Sweep {
    let new = Sweep(id: UUID(), store: store, window: window, startedAt: now)
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        ReconciliationStatements.sweepBegin, new.id, store.bundleID.rawValue,
        store.environment.rawValue, Timestamp(window.from), Timestamp(window.to), Timestamp(now))
    }
    return try rows.first.map(Sweep.init(row:)) ?? new
  }

  /// The windows that were begun and not read to their ends.
  func unfinished(of store: StoreFront) async throws -> [Sweep] {
    try await pool.withConnection { connection in
      try await connection.query(
        ReconciliationStatements.sweepsUnfinished, store.bundleID.rawValue,
        store.environment.rawValue)
    }.map(Sweep.init(row:))
  }

  /// Forgets a sweep that was cut short: what it did not read is planned anew.
  func drop(_ sweep: Sweep) async throws {
    _ = try await pool.withConnection { connection in
      try await connection.query(ReconciliationStatements.sweepDrop, sweep.id)
    }
  }

  /// Writes down how far a sweep has come, and what of its last page was not taken in.
  func close(_ sweep: Sweep, _ taken: [Taken], at now: Instant) async throws {
    let store = sweep.store
    try await pool.withTransaction { connection in
      try connection.post(
        ReconciliationStatements.sweepMove, sweep.id, sweep.paginationToken, sweep.count.expected,
        sweep.count.present, sweep.count.repaired, sweep.count.refused, Timestamp(now),
        sweep.finishedAt.map { Timestamp($0) })
      let refused = taken.compactMap { item in
        if case .refused(let code) = item.outcome { (item.digest, code) } else { nil }
      }
      try connection.post(
        ReconciliationStatements.refusalsForget, store.bundleID.rawValue,
        store.environment.rawValue, taken.filter(\.isHere).map(\.digest.bytes))
      try connection.query(
        ReconciliationStatements.refusalsWrite, store.bundleID.rawValue,
        store.environment.rawValue, refused.map(\.0.bytes), refused.map(\.1), Timestamp(now))
    }
  }

  /// What was read to its end, as far as that was so long after it.
  func coverage(of store: StoreFront) async throws -> [Duration: Coverage] {
    let seconds = SweepPlan.ages.map(\.components.seconds)
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        ReconciliationStatements.sweepCoverage, store.bundleID.rawValue,
        store.environment.rawValue, seconds)
    }
    var windows: [Duration: [Window]] = [:]
    for row in rows {
      let age = Duration.seconds(try row.get(0, as: Int64.self))
      let window = Window(
        from: Instant(try row.get(1, as: Timestamp.self)),
        to: Instant(try row.get(2, as: Timestamp.self)))
      if let window { windows[age, default: []].append(window) }
    }
    return windows.mapValues(Coverage.init)
  }
}

extension Taken {
  fileprivate var isHere: Bool {
    switch outcome {
    case .present, .repaired: true
    case .refused: false
    }
  }
}

extension Sweep {
  /// Reads the columns in the order of `sweep_begin.sql`.
  init(row: Row) throws {
    let environment = StoreEnvironment(rawValue: try row.get(2))
    let window = Window(
      from: Instant(try row.get(3, as: Timestamp.self)),
      to: Instant(try row.get(4, as: Timestamp.self)))
    guard let environment, let window else {
      throw PostgresError.decoding(column: 2, reason: "no environment or no window")
    }
    self.init(
      id: try row.get(0), store: StoreFront(BundleID(try row.get(1)), environment), window: window,
      startedAt: Instant(try row.get(5, as: Timestamp.self)),
      paginationToken: try row.optional(6),
      finishedAt: try row.optional(7, as: Timestamp.self).map { Instant($0) })
    count.present = try row.get(8)
    count.repaired = try row.get(9)
    count.refused = try row.get(10)
  }
}
