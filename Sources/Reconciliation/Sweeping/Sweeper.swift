import AppStore
import Foundation
import Intake
import Ledger
import Outbox

/// A service that sweeps one app in one environment, one process at a time.
package struct Sweeper: Sendable {
  /// The time after which another process takes over from a silent one. A page is read in less,
  /// even when Apple is slow.
  package static let silenceMax = ReconcilerLeases.length

  let clients: ServerAPIClients
  let intake: Intake
  let records: SweepRecords
  let leases: ReconcilerLeases
  let now: @Sendable () -> Instant

  /// Resumes interrupted sweeps, then runs the ones that are due. Returns nil if another process
  /// reconciles.
  package func sweepWhatIsDue(
    of store: StoreEndpoint, with patience: Patience = .none,
    onPage: @escaping @Sendable (Sweep) async throws -> Void = { _ in }
  ) async throws -> [Sweep]? {
    try await leases.with(store) { lease in
      let reading = StoreReading(store: store, lease: lease, patience: patience, onPage: onPage)
      let done = try await resume(reading)
      let plan = SweepPlan(
        after: try await records.coverage(of: store),
        within: try await records.reach(of: store, at: now()), at: now())
      return try await done + run(plan, reading)
    }
  }

  /// Reads all that Apple still has of the last days, even if it was read before. Returns nil if
  /// another process reconciles.
  package func sweep(
    lastDays days: Int, of store: StoreEndpoint, with patience: Patience = .none,
    onPage: @escaping @Sendable (Sweep) async throws -> Void = { _ in }
  ) async throws -> [Sweep]? {
    try await leases.with(store) { lease in
      let reach = NotificationReach(in: store.environment)
      return try await run(
        SweepPlan(lastDays: days, within: reach, at: now()),
        StoreReading(store: store, lease: lease, patience: patience, onPage: onPage))
    }
  }

  /// Resumes interrupted sweeps. One of which Apple keeps no more of the beginning is planned again.
  private func resume(_ reading: StoreReading) async throws -> [Sweep] {
    var done: [Sweep] = []
    for sweep in try await records.unfinished(of: reading.store) {
      if let sweep = try await read(sweep.window, reading) { done.append(sweep) }
    }
    return done
  }

  /// Reads the windows of a plan, the latest first. A window that Apple refuses as too old is divided, so
  /// that all is read of which Apple still tells; the rest shortens the reach of the store.
  private func run(_ plan: SweepPlan, _ reading: StoreReading) async throws -> [Sweep] {
    var done: [Sweep] = []
    var left = plan.windows[...]
    while let window = left.popFirst() {
      if let sweep = try await read(window, reading) {
        done.append(sweep)
      } else if let halves = window.halves {
        left = (halves + left)[...]
      } else {
        let store = reading.store
        let reach = NotificationReach(in: store.environment, refused: window, at: now())
        try await records.learn(reach, of: store, at: now())
        return done
      }
    }
    return done
  }

  /// Returns nil if Apple refuses the window as too old.
  private func read(_ window: Window, _ reading: StoreReading) async throws -> Sweep? {
    let client = try clients.client(for: reading.store.bundleID)
    let notifications = NotificationSweep(
      client: client, intake: intake, records: records, now: now)
    return try await reading.patience.outlast(onStretch: reading.lease.renew) {
      let sweep = try await records.begin(window, of: reading.store, at: now())
      do {
        return try await notifications.run(sweep) { sweep in
          try await reading.onPage(sweep)
          try await reading.lease.renew()
        }
      } catch let error as ServerAPIError where error.is(.startDateTooFarInPast) {
        try await records.drop(sweep)
        return nil
      }
    }
  }
}

/// The reading of one store under a lease.
private struct StoreReading: Sendable {
  let store: StoreEndpoint
  let lease: ReconcilerLease
  let patience: Patience
  let onPage: @Sendable (Sweep) async throws -> Void
}
