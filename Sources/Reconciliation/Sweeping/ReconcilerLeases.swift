import EventStore
import Foundation
import Ledger
import Postgres

/// Who reconciles an app: whoever has its row, until it says no more for a while.
struct ReconcilerLeases: Sendable {
  static let length: Duration = .seconds(120)

  private let pool: Pool
  private let now: @Sendable () -> Instant

  init(_ pool: Pool, now: @escaping @Sendable () -> Instant) {
    self.pool = pool
    self.now = now
  }

  /// Does something while no other process does it for this app. Nil where another does.
  func with<Result: Sendable>(
    _ store: StoreFront, _ body: (ReconcilerLease) async throws -> Result
  ) async throws -> Result? {
    let lease = ReconcilerLease(holder: UUID(), store: store, pool: pool, now: now)
    guard try await lease.take() else { return nil }
    do {
      let result = try await body(lease)
      try await lease.release()
      return result
    } catch {
      // Whoever shuts down still lets go of it; else it ends by itself.
      await Task { try? await lease.release() }.value
      throw error
    }
  }
}

/// One process's hold on an app.
struct ReconcilerLease: Sendable {
  let holder: UUID
  let store: StoreFront
  fileprivate let pool: Pool
  fileprivate let now: @Sendable () -> Instant

  /// Another process took over, since this one said nothing for too long.
  struct Lost: Error {}

  fileprivate func take() async throws -> Bool {
    let moment = now()
    return try await !pool.withConnection { connection in
      try await connection.query(
        ReconciliationStatements.leaseTake, store.bundleID.rawValue, store.environment.rawValue,
        holder, Timestamp(moment), Timestamp(moment + ReconcilerLeases.length))
    }.isEmpty
  }

  func renew() async throws {
    guard try await take() else { throw Lost() }
  }

  fileprivate func release() async throws {
    _ = try await pool.withConnection { connection in
      try await connection.query(ReconciliationStatements.leaseRelease, holder)
    }
  }
}
