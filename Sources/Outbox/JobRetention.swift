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

  /// The number of jobs and receipts that are deleted, or would be.
  package struct Forgotten: Sendable, Hashable {
    package let jobs: Int
    package let receipts: Int
    /// The number of other accounts' receipts that lose the account's items, or its name as the one from whom a restore
    /// moved the purchase.
    let changed: Int

    var isEmpty: Bool { jobs == 0 && receipts == 0 && changed == 0 }

    static func + (first: Forgotten, second: Forgotten) -> Forgotten {
      Forgotten(
        jobs: first.jobs + second.jobs, receipts: first.receipts + second.receipts,
        changed: first.changed + second.changed)
    }
  }

  /// Returns the references that name an account in jobs, to be asked for before its erasure.
  package func names(
    of account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Set<AccountReference> {
    try await accounts.names(of: account, of: bundleID, in: environment)
  }

  /// Deletes the jobs of an account by all of its names, with their sealed content, such as posts that
  /// wait, and the receipts of its posts and purchases. A receipt with items of other accounts, or of posts that are not
  /// deleted, stays, without the items of the account and without the account as the former owner.
  package func forget(_ traces: AccountTraces) async throws -> Forgotten {
    try await pool.withTransaction { [lanes] connection in
      let jobs = try connection.query(.jobsForget, lanes.all, traces.ofJobs.map(\.key))
      let ids = try Self.receipts(of: jobs)
      try connection.query(
        .receiptsForgetLock, lanes.all, ids, traces.texts.map(\.rawValue),
        traces.chains.map(\.rawValue), traces.bundleID.rawValue, traces.environment.rawValue,
        traces.includesUnplaced)
      let receipts = try connection.query(
        [try Self.receipts(of: jobs, under: traces, deleting: true, in: lanes)])[0]
      return try Forgotten(jobs: jobs, receipts: receipts)
    }
  }

  /// Returns the number of jobs and receipts that `forget` would delete.
  package func count(_ traces: AccountTraces) async throws -> Forgotten {
    try await pool.withConnection { [lanes] connection in
      let jobs = try await connection.query(
        .jobsUnderNames, lanes.all, traces.ofJobs.map(\.key))
      let receipts = try await connection.query(
        [try Self.receipts(of: jobs, under: traces, deleting: false, in: lanes)])[0]
      return try Forgotten(jobs: jobs, receipts: receipts)
    }
  }

  /// Returns the statement that counts an account's receipts, and deletes them if it is told to.
  ///
  /// - Parameter jobs: the account's jobs, as rows of a kind and a subject.
  private static func receipts(
    of jobs: Rows, under traces: AccountTraces, deleting: Bool, in lanes: JobLanes
  ) throws -> Call {
    Call(
      .receiptsForget, lanes.all, try receipts(of: jobs), traces.texts.map(\.rawValue),
      traces.chains.map(\.rawValue), traces.bundleID.rawValue, traces.environment.rawValue,
      traces.includesUnplaced, deleting)
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

extension JobRetention.Forgotten {
  /// Reads the rows of jobs, and the row with the numbers of receipts.
  fileprivate init(jobs: Rows, receipts: Rows) throws {
    let (own, others) = try receipts[0].decode((Int64, Int64).self)
    self.init(jobs: jobs.count, receipts: Int(own), changed: Int(others))
  }
}

/// The names and purchases that find an account's jobs and receipts in one environment.
package struct AccountTraces: Sendable {
  /// The references that name the account in jobs.
  package let names: Set<AccountReference>
  /// The names as texts, as far as they can be read.
  package let texts: [AccountID]
  /// The account's purchases.
  package let chains: [OriginalTransactionID]
  package let bundleID: BundleID
  package let environment: StoreEnvironment
  /// True to find also what names neither an app nor an environment.
  package let includesUnplaced: Bool

  package init(
    names: Set<AccountReference>, texts: [AccountID], chains: [OriginalTransactionID],
    bundleID: BundleID, environment: StoreEnvironment, includesUnplaced: Bool = true
  ) {
    self.names = names
    self.texts = texts
    self.chains = chains
    self.bundleID = bundleID
    self.environment = environment
    self.includesUnplaced = includesUnplaced
  }

  /// The references that find jobs.
  fileprivate var ofJobs: Set<AccountReference> {
    let unplaced = texts.map(AccountReference.unplaced)
    return includesUnplaced ? names.union(unplaced) : names.subtracting(unplaced)
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
