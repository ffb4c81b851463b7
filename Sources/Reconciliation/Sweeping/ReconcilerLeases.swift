import EventProcessing
import EventStore
import Foundation
import Ledger
import Postgres

/// The leases on apps. The process that holds an app's row reconciles the app, until its lease
/// expires by the clock of the database.
struct ReconcilerLeases: Sendable {
  static let length: Duration = .seconds(120)

  private let pool: Pool

  init(_ pool: Pool) {
    self.pool = pool
  }

  /// Runs `body` while no other process reconciles this app. Returns nil if another process does.
  func with<Result: Sendable>(
    _ store: StoreEndpoint, _ body: (ReconcilerLease) async throws -> Result
  ) async throws -> Result? {
    let lease = ReconcilerLease(holder: UUID(), store: store, pool: pool)
    guard try await lease.take() else { return nil }
    do {
      let result = try await body(lease)
      try await lease.release()
      return result
    } catch {
      // A shutdown still releases the lease; otherwise the lease expires.
      try? await LastWork.outlive { try await lease.release() }
      throw error
    }
  }
}

/// The lease of one process on an app.
struct ReconcilerLease: Sendable {
  let holder: UUID
  let store: StoreEndpoint
  fileprivate let pool: Pool

  /// An error: another process took over, because this one did not renew its lease in time.
  struct Lost: Error {}

  fileprivate func take() async throws -> Bool {
    try await !pool.withConnection { connection in
      try await connection.query(
        .leaseTake, store.bundleID.rawValue, store.environment.rawValue,
        holder, ReconcilerLeases.length.milliseconds)
    }.isEmpty
  }

  func renew() async throws {
    guard try await take() else { throw Lost() }
  }

  fileprivate func release() async throws {
    _ = try await pool.withConnection { connection in
      try await connection.query(.leaseRelease, holder)
    }
  }
}
