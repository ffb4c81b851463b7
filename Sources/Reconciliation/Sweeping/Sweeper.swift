import AppStore
import Foundation
import Intake
import Ledger
import Outbox

/// Sweeps of one app in one environment, one process at a time.
package struct Sweeper: Sendable {
  /// Another process takes over from one that says nothing for so long: a page is read in less, Apple's
  /// slowness included.
  package static let silenceMax = ReconcilerLeases.length

  let clients: ServerAPIClients
  let intake: Intake
  let records: SweepRecords
  let leases: ReconcilerLeases
  let now: @Sendable () -> Instant

  /// Reads what was cut short, then what is due. Nil where another process does.
  package func sweepWhatIsDue(
    of store: StoreFront, onPage: @escaping @Sendable (Sweep) async throws -> Void = { _ in }
  ) async throws -> [Sweep]? {
    try await leases.with(store) { lease in
      let done = try await resume(store, under: lease, onPage)
      let plan = SweepPlan(after: try await records.coverage(of: store), at: now())
      return try await done + run(plan, of: store, under: lease, onPage)
    }
  }

  /// Reads all that Apple still has of the last days, whatever was read. Nil where another process
  /// reconciles.
  package func sweep(
    lastDays days: Int, of store: StoreFront,
    onPage: @escaping @Sendable (Sweep) async throws -> Void = { _ in }
  ) async throws -> [Sweep]? {
    try await leases.with(store) { lease in
      try await run(SweepPlan(lastDays: days, at: now()), of: store, under: lease, onPage)
    }
  }

  /// Goes on where it was cut short. One whose beginning Apple has forgotten meanwhile is planned anew.
  private func resume(
    _ store: StoreFront, under lease: ReconcilerLease,
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
    _ plan: SweepPlan, of store: StoreFront, under lease: ReconcilerLease,
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
