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
    of store: StoreEndpoint, onPage: @escaping @Sendable (Sweep) async throws -> Void = { _ in }
  ) async throws -> [Sweep]? {
    try await leases.with(store) { lease in
      let done = try await resume(store, under: lease, onPage)
      let plan = SweepPlan(after: try await records.coverage(of: store), at: now())
      return try await done + run(plan, of: store, under: lease, onPage)
    }
  }

  /// Reads all that Apple still has of the last days, even if it was read before. Returns nil if
  /// another process reconciles.
  package func sweep(
    lastDays days: Int, of store: StoreEndpoint,
    onPage: @escaping @Sendable (Sweep) async throws -> Void = { _ in }
  ) async throws -> [Sweep]? {
    try await leases.with(store) { lease in
      try await run(SweepPlan(lastDays: days, at: now()), of: store, under: lease, onPage)
    }
  }

  /// Resumes interrupted sweeps. A sweep whose beginning Apple has forgotten meanwhile is deleted
  /// and planned again.
  private func resume(
    _ store: StoreEndpoint, under lease: ReconcilerLease,
    _ onPage: @escaping @Sendable (Sweep) async throws -> Void
  ) async throws -> [Sweep] {
    var done: [Sweep] = []
    for sweep in try await records.unfinished(of: store) {
      do {
        done.append(try await run(sweep, under: lease, onPage))
      } catch let error as ServerAPIError where error.is(.startDateTooFarInPast) {
        try await records.drop(sweep)
      }
    }
    return done
  }

  private func run(
    _ plan: SweepPlan, of store: StoreEndpoint, under lease: ReconcilerLease,
    _ onPage: @escaping @Sendable (Sweep) async throws -> Void
  ) async throws -> [Sweep] {
    var done: [Sweep] = []
    for window in plan.windows {
      let sweep = try await records.begin(window, of: store, at: now())
      done.append(try await run(sweep, under: lease, onPage))
    }
    return done
  }

  private func run(
    _ sweep: Sweep, under lease: ReconcilerLease,
    _ onPage: @escaping @Sendable (Sweep) async throws -> Void
  ) async throws -> Sweep {
    let client = try clients.client(for: sweep.store.bundleID)
    let reading = NotificationSweep(client: client, intake: intake, records: records, now: now)
    return try await reading.run(sweep) { sweep in
      try await onPage(sweep)
      try await lease.renew()
    }
  }
}
