import EventStore
import Foundation
import Ledger
import Postgres

/// The leases on apps. The process that holds an app's row reconciles the app, until its lease
/// expires.
struct ReconcilerLeases: Sendable {
  static let length: Duration = .seconds(120)

  private let pool: Pool
  private let now: @Sendable () -> Instant

  init(_ pool: Pool, now: @escaping @Sendable () -> Instant) {
    self.pool = pool
    self.now = now
  }

  /// Runs `body` while no other process reconciles this app. Returns nil if another process does.
  func with<Result: Sendable>(
    _ store: StoreEndpoint, _ body: (ReconcilerLease) async throws -> Result
  ) async throws -> Result? {
    let lease = ReconcilerLease(holder: UUID(), store: store, pool: pool, now: now)
    guard try await lease.take() else { return nil }
    do {
      let result = try await body(lease)
      try await lease.release()
      return result
    } catch {
      // A shutdown still releases the lease; otherwise the lease expires.
      await Task { try? await lease.release() }.value
      throw error
    }
  }
}

/// The lease of one process on an app.
struct ReconcilerLease: Sendable {
  let holder: UUID
  let store: StoreEndpoint
  fileprivate let pool: Pool
  fileprivate let now: @Sendable () -> Instant

  /// An error: another process took over, because this one did not renew its lease in time.
  struct Lost: Error {}

  fileprivate func take() async throws -> Bool {
    let moment = now()
    return try await !pool.withConnection { connection in
      try await connection.query(
        .leaseTake, store.bundleID.rawValue, store.environment.rawValue,
        holder, moment, moment + ReconcilerLeases.length)
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
