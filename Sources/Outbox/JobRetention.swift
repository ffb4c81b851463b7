import EventStore
import Intake
package import Ledger
import Postgres

/// The deletion of jobs: of those that were kept long enough, and of an erased account's.
package struct JobRetention: Sendable {
  /// The time for which finished jobs, dead-lettered jobs, posts and receipts are kept. A dead-lettered
  /// reading is kept until it is done, because what it should have told is missing until then.
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

  /// The number of jobs and receipts that were deleted.
  package struct Forgotten: Sendable, Hashable {
    package let jobs: Int
    package let receipts: Int
  }

  /// Returns the references that name an account in jobs, to be asked for before its erasure.
  package func names(
    of account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Set<AccountReference> {
    try await accounts.names(of: account, of: bundleID, in: environment)
  }

  /// Deletes the jobs of an account by all of its names, with their sealed content, such as posts that
  /// wait, and the receipts of its posts and purchases.
  ///
  /// - Parameters:
  ///   - texts: the names as texts.
  ///   - chains: the account's purchases.
  package func forget(
    _ names: Set<AccountReference>, texts: [AccountID], chains: [OriginalTransactionID],
    of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Forgotten {
    let names = names.union(texts.map(AccountReference.unplaced))
    return try await pool.withTransaction { [lanes] connection in
      let jobs = try connection.query(.jobsForget, lanes.all, names.map(\.key))
      let receipts = try connection.query(
        .receiptsForget, lanes.all, try Self.receipts(of: jobs), texts.map(\.rawValue),
        chains.map(\.rawValue), bundleID.rawValue, environment.rawValue)
      return Forgotten(jobs: jobs.affected, receipts: receipts.affected)
    }
  }

  /// Returns the number of jobs and receipts that `forget` would delete.
  package func count(
    _ names: Set<AccountReference>, texts: [AccountID], chains: [OriginalTransactionID],
    of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Forgotten {
    let names = names.union(texts.map(AccountReference.unplaced))
    return try await pool.withConnection { [lanes] connection in
      let jobs = try await connection.query(.jobsUnderNames, lanes.all, names.map(\.key))
      let receipts = try await connection.query(
        .receiptsUnderNames, lanes.all, try Self.receipts(of: jobs), texts.map(\.rawValue),
        chains.map(\.rawValue), bundleID.rawValue, environment.rawValue)
      return Forgotten(jobs: jobs.count, receipts: Int(try receipts[0].decode(Int64.self)))
    }
  }

  /// Returns the receipts of the posts among jobs, which are rows of a kind and a subject.
  private static func receipts(of jobs: Rows) throws -> [String] {
    try jobs.decode((String, String).self)
      .filter { $0.0 == JobKind.post.rawValue }
      .compactMap { ItemPlace(subject: $0.1)?.receipt }
  }

  /// Deletes jobs and receipts that were kept for `keepsFor`. Returns the number of each.
  package func clean(at now: Instant) async throws -> (jobs: Int, receipts: Int) {
    let before = Instant(milliseconds: now.milliseconds - Self.keepsFor.milliseconds)
    let jobs = try await pool.withConnection { [lanes] connection in
      try await connection.query(
        .jobsClean, lanes.all, before, JobKind.readings.words, JobKind.purchaseUnknown)
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
