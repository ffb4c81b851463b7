import EventStore
import Intake
package import Ledger
import Postgres

/// The deletion of jobs: of those that were kept long enough, and of an erased account's.
package struct JobRetention: Sendable {
  /// The time for which finished jobs, dead-lettered jobs, posts and receipts are kept.
  package static let keepsFor: Duration = .seconds(30 * 86_400)

  private let pool: Pool
  private let lanes: JobLanes
  private let accounts: JobAccounts
  private let receipts: ReceiptStore

  init(pool: Pool, lanes: JobLanes, accounts: JobAccounts, receipts: ReceiptStore) {
    self.pool = pool
    self.lanes = lanes
    self.accounts = accounts
    self.receipts = receipts
  }

  /// Deletes the jobs of an account by any of its names, with their sealed content. Returns their
  /// number.
  package func forget(
    _ account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Int {
    let names = try await accounts.names(of: account, of: bundleID, in: environment)
    return try await pool.withConnection { [lanes] connection in
      try await connection.query(.jobsForget, lanes.all, names.map(\.key))
    }.affected
  }

  /// Deletes jobs and receipts that were kept for `keepsFor`. Returns the number of each.
  package func clean(at now: Instant) async throws -> (jobs: Int, receipts: Int) {
    let before = Instant(milliseconds: now.milliseconds - Self.keepsFor.milliseconds)
    let jobs = try await pool.withConnection { [lanes] connection in
      try await connection.query(.jobsClean, lanes.all, before)
    }.affected
    return (jobs, try await receipts.clean(before: before))
  }
}

/// The accounts of jobs.
struct JobAccounts: Sendable {
  private let reader: AccountReader

  init(_ log: EventLog) {
    reader = AccountReader(log)
  }

  /// Returns the references by which jobs may name an account.
  func names(
    of account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Set<AccountReference> {
    let known = try await reader.resolve(AccountReference(environment, bundleID, account))
    return known.names.union([.unplaced(account)])
  }
}
