import EventStore
import Foundation
import Ledger
package import Postgres

/// The records of sweeps.
package struct SweepRecords: Sendable {
  /// The time after which Apple is asked again beyond a reach that it showed.
  private static let reachLearnedFor: Duration = .seconds(86_400)

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
        store.environment.rawValue, window.from, window.to,
        now)
    }
    return try rows.decode(Sweep.self).first ?? new
  }

  /// Returns the sweeps that were begun and not read to their ends.
  func unfinished(of store: StoreEndpoint) async throws -> [Sweep] {
    try await pool.withConnection { connection in
      try await connection.query(
        .sweepsUnfinished, store.bundleID.rawValue,
        store.environment.rawValue)
    }.decode()
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
        sweep.count.present, sweep.count.repaired, sweep.count.rejected, now,
        sweep.finishedAt)
      let rejected = taken.compactMap { item in
        if case .rejected(let code) = item.outcome { (item.digest, code) } else { nil }
      }
      try connection.post(
        .rejectedNotificationsForget, store.bundleID.rawValue,
        store.environment.rawValue, taken.filter(\.isHere).map(\.digest.bytes))
      try connection.query(
        .rejectedNotificationsWrite, store.bundleID.rawValue,
        store.environment.rawValue, rejected.map(\.0.bytes), rejected.map(\.1),
        now)
    }
  }

  /// Returns the reach that Apple documents, or the shorter one that it showed lately by a refusal.
  func reach(of store: StoreEndpoint, at now: Instant) async throws -> NotificationReach {
    let learned = try await pool.withConnection { connection in
      try await connection.query(
        .notificationReachRead, store.bundleID.rawValue, store.environment.rawValue,
        now - Self.reachLearnedFor)
    }.decode(Int64.self).first
    let documented = NotificationReach(in: store.environment)
    return learned.map { documented.shortened(to: .seconds($0)) } ?? documented
  }

  func learn(_ reach: NotificationReach, of store: StoreEndpoint, at now: Instant) async throws {
    _ = try await pool.withConnection { connection in
      try await connection.query(
        .notificationReachWrite, store.bundleID.rawValue, store.environment.rawValue,
        reach.length.components.seconds, now)
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
    for (age, from, to) in try rows.decode((Int64, Instant, Instant).self) {
      guard let window = Window(from: from, to: to) else { continue }
      windows[.seconds(age), default: []].append(window)
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

extension Sweep: RowDecodable {
  /// Reads the columns in the order of `sweep_begin.sql`.
  package init(_ columns: inout ColumnReader) throws {
    let id: UUID = try columns.next()
    let store = StoreEndpoint(try columns.next(), try columns.next())
    guard let window = Window(from: try columns.next(), to: try columns.next()) else {
      throw columns.broken("there is no window")
    }
    self.init(
      id: id, store: store, window: window, startedAt: try columns.next(),
      paginationToken: try columns.next(), finishedAt: try columns.next())
    count = try ReconciliationCount(&columns)
  }
}
