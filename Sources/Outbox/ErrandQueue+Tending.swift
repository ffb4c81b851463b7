import EventStore
package import Ledger
import Postgres

extension ErrandQueue {
  private static let rewrapMax: Int64 = 1_000
  private static let receiptsMax: Int64 = 1_000

  /// Some errands in the order in which they were first owed, and where the rest begins; nil at the end.
  package func list(
    state: ErrandStanding.State? = nil, kind: ErrandKind? = nil,
    after cursor: ErrandCursor = .beginning, limit: Int
  ) async throws -> (errands: [ErrandStanding], next: ErrandCursor?) {
    let found = try await pool.withConnection { [log] connection in
      try await connection.query(
        OutboxStatements.errandsPage, log.lanes, Timestamp(cursor.moment), cursor.id.key,
        state?.rawValue, kind?.rawValue, Int64(limit) + 1)
    }.map(ErrandStanding.init)
    let page = Array(found.prefix(limit))
    let next = page.last.map { ErrandCursor(moment: $0.madeAt, id: $0.id) }
    return (page, found.count > limit ? next : nil)
  }

  /// Has parked errands tried again at once; returns how many.
  package func retryParked(
    kind: ErrandKind? = nil, reason: String? = nil, at now: Instant
  ) async throws -> Int {
    try await pool.withConnection { [log] connection in
      try await connection.query(
        OutboxStatements.errandsRetry, log.lanes, Timestamp(now), kind?.rawValue, reason)
    }.affected
  }

  /// Has one errand tried again at once, parked or not; false where there is none to be done.
  package func retry(_ id: ErrandID, at now: Instant) async throws -> Bool {
    let lane = lane(of: id)
    return try await pool.withConnection { connection in
      try await connection.query(OutboxStatements.errandsRetryOne, lane, id.key, Timestamp(now))
    }.affected > 0
  }

  /// Sets an errand aside until somebody has it tried again; false where there is none to be done.
  package func park(_ id: ErrandID, reason: String, at now: Instant) async throws -> Bool {
    let lane = lane(of: id)
    return try await pool.withConnection { connection in
      try await connection.query(
        OutboxStatements.errandsParkOne, lane, id.key, reason, Timestamp(now))
    }.affected > 0
  }

  /// Takes away what is owed for an account by any of its names, and what was sealed for it; returns how
  /// much that was.
  package func forget(
    _ account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Int {
    let names = try await names(of: account, of: bundleID, in: environment)
    return try await pool.withConnection { [log] connection in
      try await connection.query(
        OutboxStatements.errandsForget, log.lanes, names.map(\.key))
    }.affected
  }

  /// What errands may know an account by.
  func names(
    of account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Set<AccountReference> {
    let known = try await log.resolve(AccountReference(environment, bundleID, account))
    return known.names.union([.unplaced(account)])
  }

  /// Takes away what was kept long enough; returns how many errands and receipts.
  package func clean(at now: Instant) async throws -> (errands: Int, receipts: Int) {
    let before = Timestamp(Instant(milliseconds: now.milliseconds - Self.keepsFor.milliseconds))
    let errands = try await pool.withConnection { [log] connection in
      try await connection.query(OutboxStatements.errandsClean, log.lanes, before)
    }.affected
    var receipts = 0
    while true {
      let some = try await pool.withConnection { [log] connection in
        try await connection.query(
          OutboxStatements.receiptsClean, log.lanes, before, Self.receiptsMax)
      }.affected
      receipts += some
      if some < Self.receiptsMax { return (errands, receipts) }
    }
  }

  /// Wraps some of the contents' keys anew with the keyring's first key; returns how many, none when all
  /// are.
  package func rewrapSome() async throws -> Int {
    try await pool.withTransaction { [log, keyring] connection in
      let rewrapped = try connection.query(
        OutboxStatements.errandsToRewrap, log.lanes, log.sealingKeyID, Self.rewrapMax
      ).map { row in
        let context = SealingContext(lane: try row.get(0), stream: try row.get(1))
        let wrapped = WrappedKey(masterKeyID: try row.get(2), bytes: try row.get(3))
        return (context, try wrapped.rewrapped(by: keyring, for: context))
      }
      guard !rewrapped.isEmpty else { return 0 }
      try connection.query(
        OutboxStatements.errandsRewrap, rewrapped.map(\.0.lane), rewrapped.map(\.0.stream),
        rewrapped.map(\.1.masterKeyID), rewrapped.map(\.1.bytes))
      return rewrapped.count
    }
  }
}
